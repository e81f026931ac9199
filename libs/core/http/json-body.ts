import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#libs/core/errors/domain-error';
import { BodyBounds } from '#libs/core/http/body-bounds';
import { parseInTurns } from '#libs/core/http/json-in-turns';
import { repeatedKey } from '#libs/core/http/repeated-key';
import { readBody } from '#libs/core/http/read-body';

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
  const body = Buffer.concat(pieces.splice(0));
  if (isEmpty(body)) throw new DomainError('malformed_json', 'The body is empty.');
  const value = await parseInTurns(body, bounds.longLists).catch(() => {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  });
  const repeated = bounds.mayRepeatKeys ? repeatedKey(body.toString()) : undefined;
  if (repeated === undefined) return value;
  throw new DomainError('malformed_json', `An object of the body has the field ${repeated} twice.`);
}

const MARK = Buffer.from('\ufeff');
const isEmpty = (body: Buffer): boolean => body.length === 0 || body.equals(MARK);
