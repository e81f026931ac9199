import http from 'node:http';
import https from 'node:https';

/** Requests that break off when nothing moves for so long: the client itself would wait until the system gives up. */
export function impatientTransport(tls: boolean, patienceMs: number): Pick<typeof https, 'request'> {
  const { request } = tls ? https : http;
  const impatient = (options: https.RequestOptions, answer: (response: http.IncomingMessage) => void) => {
    const sent = request({ ...options, timeout: patienceMs }, answer);
    return sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
  };
  return { request: impatient as typeof request };
}
