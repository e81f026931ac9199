import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import cookie from '@fastify/cookie';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '#libs/core/config/config';
import { domainErrorOf, problemOf, sendProblem } from '#libs/core/errors/problem';
import { compressResponses } from '#libs/core/http/compression';
import { addEtags } from '#libs/core/http/etag';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { newId } from '#libs/core/http/ids';
import { acceptFiles } from '#libs/core/http/file-bodies';
import { acceptJson } from '#libs/core/http/json-body';
import { acceptLargeBodies, ORDINARY } from '#libs/core/http/large-body';
import { refuseWhenOverloaded } from '#libs/core/http/overload';
import { refuseConnection, requireWellFormed, watchConnections } from '#libs/core/http/refused-connections';
import { sendJsonTexts } from '#libs/core/http/json-text';
import { allowedMethods, watchRoutes } from '#libs/core/http/route-table';
import { addLimitHeaders } from '#libs/core/limits/limit-headers';
import { addSecurity } from '#libs/core/http/security';
import { addListEtags } from '#libs/core/http/unchanged';
import { withoutRedaction } from '#libs/core/logging/logger';
import { addRequestContext } from '#libs/core/logging/request-context';
import { measureRequests } from '#libs/core/metrics/measure-requests';
import { Metrics } from '#libs/core/metrics/metrics';

const SANE_REQUEST_ID = /^[\w.:-]{8,100}$/;

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
}

// A response whose first byte takes long is not a stalled reader.
const stallMs = ({ DOCUMENT_WAIT_SECONDS, IMPORT_WAIT_SECONDS, STALLED_READER_SECONDS }: Config): number =>
  (Math.max(DOCUMENT_WAIT_SECONDS, IMPORT_WAIT_SECONDS) + STALLED_READER_SECONDS) * 1_000;

/** Fastify as Lodge runs it: JSON only, a request id everywhere, one log line per request. */
export function makeAdapter(config: Config, logger: Logger): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId as never,
    // The request's id is in every line anyway.
    childLoggerFactory: ((own: Logger) => own) as never,
    bodyLimit: ORDINARY,
    connectionTimeout: stallMs(config),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Fastify would give up closing after 10 s, and everything that is closed after it.
    pluginTimeout: 0,
    // Requests on an open connection are still handled; the connection closes after the response.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection(config) as never,
    // Node would refuse it without a word.
    http: { requireHostHeader: false },
    // What Fastify refuses before a route is chosen never reaches Nest's filter.
    frameworkErrors: ((error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(reply, problemOf(domainErrorOf(error), config.PUBLIC_URL, request.id))) as never,
  });
}

/** Hooks and parsers that every route shares. Call it before the routes are made. */
export async function prepareServer(app: NestFastifyApplication, config: Config): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  watchRoutes(server);
  addRequestContext(server);
  measureRequests(server, app.get(Metrics), config);
  server.addHook('onRoute', acceptLargeBodies);
  await app.register(cookie as never);
  await refuseWhenOverloaded(app, config);
  server.addHook('onRequest', requireWellFormed);
  await addSecurity(app, config);
  sendJsonTexts(server);
  addEtags(server);
  addListEtags(server);
  await compressResponses(app, server);
  addLimitHeaders(server);
  const life = app.get(Lifecycle);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onSend', (_, reply, payload, done) => {
    // A client that keeps a connection open could send a request just as it is closed.
    if (life.isEnding) reply.header('connection', 'close');
    done(null, payload);
  });
  watchConnections(server.server, refuseConnection(config));
  const closeSilent = watchSilent(server.server);
  server.addHook('preClose', (done) => closePort(server.server, closeSilent, done));
  server.addHook('onRequest', answerOptions);
  const lines = withoutRedaction(server.log as Logger);
  server.addHook('onResponse', (request, reply, done) => {
    const { method, url, id } = request;
    lines.info({
      request_id: id,
      method,
      path: url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    done();
  });
  app.getHttpAdapter().getInstance().removeContentTypeParser('text/plain');
  acceptJson(server);
  acceptFiles(server);
}

function answerOptions(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const methods = request.method === 'OPTIONS' ? allowedMethods(request.server, request.url) : [];
  if (methods.length === 0) return done();
  reply
    .status(204)
    .header('allow', [...methods, 'OPTIONS'].join(', '))
    .send();
}

/**
 * Clients open connections in advance, and some never use them. Node takes one without a request for busy until its
 * time is over. Gives what closes them.
 */
function watchSilent(server: Server): () => void {
  const opened = new Map<Socket, number>();
  server.on('connection', (socket) => {
    opened.set(socket, performance.now());
    socket.once('close', () => opened.delete(socket));
  });
  return () => {
    const now = performance.now();
    for (const [socket, since] of opened) if (socket.bytesRead === 0 && now - since > SILENT_MS) socket.destroy();
  };
}

/**
 * The longest turn of the event loop in which the port may be closed, and how long to wait for one, in milliseconds.
 */
const [SHORT_TURN, WAIT_FOR_IT] = [0.2, 2_000];
/** How often connections that have become idle are closed then, and how long one may be open before its first byte. */
const [IDLE_MS, SILENT_MS] = [100, 1_000];

/**
 * Node accepts one connection per turn of the event loop, and those that still wait when the port is closed are reset: a proxy may not send
 * their requests again. The port is closed in a turn that found no waiting connection and was too short for a new one.
 */
function closePort(server: Server, closeSilent: () => void, done: () => void): void {
  const until = performance.now() + WAIT_FOR_IT;
  let came = true;
  server.on('connection', () => (came = true));
  const look = (before: number): void => {
    const now = performance.now();
    if ((came || now - before > SHORT_TURN) && now < until) {
      came = false;
      setImmediate(look, now);
      return;
    }
    // The work of http.Server before it closes the port takes long enough for a new connection to arrive.
    const idle = setInterval(() => {
      server.closeIdleConnections();
      closeSilent();
    }, IDLE_MS);
    NetServer.prototype.close.call(server, () => {
      clearInterval(idle);
      done();
    });
  };
  look(0);
}
