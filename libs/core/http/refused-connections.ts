import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { problemOf, writtenProblem } from '#libs/core/errors/problem';
import { newId } from '#libs/core/http/ids';

/** The last response of each connection, and those before it that had not been sent as a whole when its request came. */
const responses = new WeakMap<Socket, ServerResponse[]>();
const refused = new WeakSet<Socket>();
/** Requests that asked for another protocol, by connection. */
const upgrading = new WeakMap<Socket, IncomingMessage>();
/** How long a connection is kept for the client to read what it was refused with, in milliseconds. */
const LAST_MS = 5_000;
/** The method that asks for a tunnel, and how long its connection may be silent, in milliseconds. */
const [TUNNEL, TUNNEL_MS] = ['CONNECT', 10_000];

/** What the parser of Node refuses is no request yet, so that no route and no hook sees it. It is answered after the requests that came before. */
export const refuseConnection =
  ({ PUBLIC_URL }: Config) =>
  async ({ code = '' }: Error & { code?: string }, socket: Socket): Promise<void> => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const before = responses.get(socket) ?? [];
    const waiting = before.filter(({ req, closed }) => req.complete && !closed);
    if (code !== 'ECONNRESET') await Promise.all(waiting.map((response) => once(response, 'close')));
    // The rest could be the body of a request that is answered already.
    const isAnswered = before.some(({ req, headersSent }) => !req.complete && headersSent);
    if (code === 'ECONNRESET' || !socket.writable || isAnswered) return void socket.destroy();
    const problem = problemOf(errorOf(code), PUBLIC_URL, newId());
    const { headers, body } = writtenProblem(problem, undefined);
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`);
    // A client may keep its half of the connection open.
    setTimeout(() => socket.destroy(), LAST_MS).unref();
  };

function errorOf(code: string): DomainError {
  if (code === TUNNEL) return new DomainError('malformed_request', 'CONNECT asks for a proxy, which Lodge is not.');
  if (code === 'HPE_HEADER_OVERFLOW') return new DomainError('headers_too_large', 'The headers have more than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new DomainError('request_timeout', 'The request did not arrive in time.');
  return new DomainError('malformed_request', 'What arrived does not follow the rules of HTTP/1.1.');
}

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;

/**
 * What the parser of Node does not require: a request of HTTP/1.1 has one host, which is a name or an address, and a port (RFC 9112, 3.2), and none comes after
 * one that asked for another protocol.
 */
export function requireWellFormed(
  { raw, headers: { host = '' } }: FastifyRequest,
  _: FastifyReply,
  done: (error?: DomainError) => void,
): void {
  const { rawHeaders, httpVersion, socket } = raw;
  if ((upgrading.get(socket) ?? raw) !== raw)
    return done(new DomainError('malformed_request', 'The request before this one asked for another protocol, and ends the connection.')); // prettier-ignore
  const hosts = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length;
  const what = hosts > 1 ? 'more than one' : hosts === 0 ? 'no' : 'no valid';
  const isRefused = hosts > 1 || (hosts === 0 && httpVersion === '1.1') || !HOST.test(host);
  done(isRefused ? new DomainError('malformed_request', `The request has ${what} Host header.`) : undefined);
}

/**
 * Notes which requests of a connection wait for their responses. A client that asks before it sends a body gets `100 Continue`; any other expectation is ignored, as
 * RFC 9110 (10.1.1) allows.
 */
export function watchConnections(server: Server, refuse: ReturnType<typeof refuseConnection>): void {
  server.on('request', (request, response) => {
    const { socket } = request;
    // Node ignores what asks for another protocol, and with it some of what follows on the connection.
    if (request.headers.upgrade !== undefined && !upgrading.has(socket)) {
      upgrading.set(socket, request);
      response.shouldKeepAlive = false;
    }
    const unsent = (responses.get(socket) ?? []).filter(({ closed }) => !closed);
    responses.set(socket, [...unsent, response]);
  });
  // Node leaves such a connection, and its errors, to this listener alone.
  server.on('connect', (_, stream: Socket) => {
    stream
      .setTimeout(TUNNEL_MS, () => stream.destroy())
      .on('error', () => stream.destroy())
      .resume();
    void refuse(Object.assign(new Error(), { code: TUNNEL }), stream);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
