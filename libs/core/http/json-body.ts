import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { parseChunked } from '@discoveryjs/json-ext';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#libs/core/errors/domain-error';
import { BodyBounds } from '#libs/core/http/body-bounds';
import { readBody } from '#libs/core/http/read-body';

const PIECE = 65_536;
/** Texts that may contain a key that the parser would take for the prototype of its object. */
const SUSPICIOUS = ['__proto__', '\\u'];

/** Reads JSON within its bounds, that of large bodies in turns with everybody else's work. */
export function acceptJson(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', readJson);
}

async function readJson(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const pieces: Buffer[] = [];
  const bounds = new BodyBounds();
  await readBody(request, payload, (piece) => {
    bounds.take(piece);
    pieces.push(piece);
  });
  const text = withoutMark(Buffer.concat(pieces.splice(0)).toString());
  if (text === '') throw new DomainError('malformed_json', 'The body is empty.');
  try {
    if (text.length <= PIECE || SUSPICIOUS.some((each) => text.includes(each))) return JSON.parse(text) as unknown;
    return (await parseChunked(() => piecesOf(text))) as unknown;
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) {
    if (from > 0) await yieldToEventLoop();
    yield text.slice(from, from + PIECE);
  }
}
