import { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { domainErrorOf, problemOf, sendProblem } from '#libs/core/errors/problem';
import { FolderStore } from '#libs/core/storage/folder-store';
import { contentTypeOf, OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { LinkSigner, type LinkTerms } from '#libs/core/storage/signed-links';
import { Clock } from '#libs/core/time/clock';

type FileRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>;

/** Serves the signed links of the local store at /files. With S3 there is nothing to serve. */
export async function serveFiles(app: NestFastifyApplication): Promise<void> {
  const store = app.get<ObjectStore>(OBJECT_STORE, { strict: false });
  if (!(store instanceof FolderStore)) return;
  const links = app.get(LinkSigner, { strict: false });
  const clock = app.get(Clock, { strict: false });
  const config = app.get<Config>(CONFIG, { strict: false });
  const termsOf = ({ params, query }: FileRequest, method: 'GET' | 'PUT'): LinkTerms => {
    const terms = links.check(method, params['*'], query, clock.now());
    if (!terms)
      throw new DomainError('link_invalid', 'The link is not one that Lodge signed for this, or has expired.');
    return terms;
  };
  // A scope of its own: only here may a body be something else than JSON.
  const scope = (server: FastifyInstance): void => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, body, done) => done(null, body));
    server.setErrorHandler((error, request, reply) =>
      sendProblem(reply, problemOf(domainErrorOf(error), config.PUBLIC_URL, request.id)),
    );
    server.get('/files/*', (request, reply) => answer(store, termsOf(request as FileRequest, 'GET'), reply));
    server.put('/files/*', (request) => take(store, termsOf(request as FileRequest, 'PUT'), request));
  };
  await app.register(((server: FastifyInstance, _options: object, done: () => void) => {
    scope(server);
    done();
  }) as never);
}

async function answer(store: ObjectStore, { key }: LinkTerms, reply: FastifyReply): Promise<FastifyReply> {
  const body = await store.read(key);
  if (!body) throw new NotFound('The file');
  return harmless(reply).header('content-type', contentTypeOf(key)).header('cache-control', 'private').send(body);
}

/** Headers that keep a browser from running anything of a file, whatever it holds. */
export const harmless = (reply: FastifyReply): FastifyReply =>
  reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox");

async function take(store: FolderStore, terms: LinkTerms, { body, headers }: FastifyRequest): Promise<string> {
  const { key, contentType, maxBytes = 0 } = terms;
  if (headers['content-type'] !== contentType)
    throw new DomainError('unsupported_media_type', `The link takes Content-Type: ${contentType}.`);
  const tooLarge = new DomainError('payload_too_large', `The link takes at most ${maxBytes} bytes.`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  if (!body) throw new DomainError('validation_failed', 'The body is empty.');
  if (await store.isSpent(key))
    throw new DomainError('link_invalid', 'The link was used already. Ask for another one.');
  await store.receive(key, Readable.from(limited(body as Readable, maxBytes, tooLarge)));
  return '';
}

async function* limited(body: AsyncIterable<Buffer>, maxBytes: number, tooLarge: Error): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of body) {
    if ((size += piece.length) > maxBytes) throw tooLarge;
    yield piece;
  }
}
