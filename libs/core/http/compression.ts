import compress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Below this many bytes a response is one packet anyway. */
const SMALLEST = 1_024;
/** Up to this many bytes compressing in place costs less than the switch to a thread and back. */
const IN_PLACE = 8_192;

/**
 * What is worth compressing. Not problem documents: they repeat what was sent to them. Not streams of events: each has
 * to leave at once. Pictures, PDFs and workbooks are compressed already.
 */
const WORTHWHILE =
  /^(application\/(json|javascript|yaml|openapi\+json)|image\/svg\+xml|text\/(calendar|css|csv|html|javascript|markdown|plain|yaml))(;|$)/;

/**
 * Brotli or gzip for reads. Only GET: the responses to other methods may contain a secret together with text of the request, and
 * the compressed length of such a response reveals something about the secret (BREACH).
 */
export async function compressResponses(app: NestFastifyApplication, server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route: RouteOptions) => {
    const isRead = [route.method].flat().every((method) => method === 'GET');
    if (!isRead) (route as { compress?: false }).compress = false;
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    // In addition to its own list the plugin uses a list of all media types; it always respects this header.
    if (!WORTHWHILE.test(String(reply.getHeader('content-type')))) request.headers['x-no-compression'] = 'its type';
    done(null, payload);
  });
  await app.register(
    compress as never,
    {
      globalDecompression: false,
      encodings: ['br', 'gzip'],
      customTypes: WORTHWHILE,
      threshold: SMALLEST,
      syncThreshold: IN_PLACE,
      zlibOptions: { level: 4 },
    } as never,
  );
}
