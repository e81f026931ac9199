import { expect, test } from '@jest/globals';
import { titleOf } from '#libs/core/languages/say';
import { environmentOf } from '../../support/api-process.js';
import { Child } from '../../support/child.js';
import { freePort } from '../../support/free-port.js';
import { Lodge } from '../../support/lodge.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

test('while PostgreSQL takes no connections yet, api and worker respond 503 in the language of Accept-Language, and then serve', async () => {
  const lodge = await Lodge.start();
  const proxy = new TcpProxy();
  const through = await proxy.to(lodge.applicationUrl);
  await proxy.cut();
  const [port, status, workerStatus] = [await freePort(), await freePort(), await freePort()];
  const settings = { HOST: '127.0.0.1', DATABASE_URL: through, DATABASE_WAIT_SECONDS: 120, SHUTDOWN_DELAY_SECONDS: 0 };
  const start = (name: string, ports: object) =>
    new Child(name, [`dist/apps/${name}/main.js`], environmentOf(lodge.instance.config, { ...settings, ...ports }));
  const api = start('api', { PORT: port, STATUS_PORT: status });
  const worker = start('worker', { STATUS_PORT: workerStatus });
  const get = async (at: number, path: string, language?: string) => {
    const headers = language === undefined ? undefined : { 'accept-language': language };
    const answer = await fetch(`http://127.0.0.1:${at}${path}`, { headers, signal: AbortSignal.timeout(10_000) });
    const body = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, title: body.title, code: body.code, headers: answer.headers };
  };
  const alive = (at: number) => get(at, '/health/live').then(({ status: of }) => of === 200, () => false); // prettier-ignore
  try {
    await api.until('responded', async () => (await alive(port)) && (await alive(status)));
    await worker.until('responded', () => alive(workerStatus));
    const code = 'dependency_unavailable';
    for (const [at, path] of [
      [port, '/bookings'],
      [status, '/health/ready'],
      [workerStatus, '/health/ready'],
    ] as const)
      // prettier-ignore
      for (const [accept, language, told] of [
        ['de', 'de', 'de, en'],
        ['fr-CH, en;q=0.5', 'fr', 'fr, en'],
        ['ja', 'en', 'en'],
        [undefined, 'en', 'en'],
      ] as const) {
        const { headers, ...answer } = await get(at, path, accept);
        expect([path, accept, answer]).toEqual([path, accept, { status: 503, title: titleOf(code, language), code }]);
        expect([headers.get('content-language'), headers.get('vary')]).toEqual([told, 'Accept-Language']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    expect(titleOf(code, 'de')).not.toBe(titleOf(code, 'en'));
    await proxy.mend();
    // The server that waited closes its connections when the one that serves takes over.
    const ready = () => get(port, '/health/ready').then(({ status: of }) => of === 200, () => false); // prettier-ignore
    await api.until('served', ready);
    expect(await get(port, '/nothing/here', 'de')).toMatchObject({ status: 404, title: titleOf('not_found', 'de') });
  } finally {
    await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')]);
    await lodge.stop();
    await proxy.cut();
  }
});
