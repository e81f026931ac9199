import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { problemOf, writtenProblem } from '#libs/core/errors/problem';
import { newId } from '#libs/core/http/ids';

const used = new WeakSet<Socket>();

/** What the parser of Node refuses is no request yet, so that no route and no hook sees it. */
export const refuseConnection =
  ({ PUBLIC_URL }: Config) =>
  ({ code = '' }: Error & { code?: string }, socket: Socket): void => {
    // What is written after a request could be taken for the response to that one, or for the rest of it.
    if (code === 'ECONNRESET' || !socket.writable || used.has(socket)) return void socket.destroy();
    const problem = problemOf(errorOf(code), PUBLIC_URL, newId());
    const { headers, body } = writtenProblem(problem, undefined);
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`);
  };

function errorOf(code: string): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new DomainError('headers_too_large', 'The headers have more than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new DomainError('request_timeout', 'The request did not arrive in time.');
  return new DomainError('malformed_request', 'What arrived does not follow the rules of HTTP/1.1.');
}

/**
 * Notes which connections have had a request. A client that asks before it sends a body gets `100 Continue`; any other expectation is ignored, as
 * RFC 9110 (10.1.1) allows.
 */
export function watchConnections(server: Server): void {
  server.on('request', ({ socket }) => used.add(socket));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
