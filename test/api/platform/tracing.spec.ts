import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApiProcess, environmentOf } from '../../support/api-process.js';
import { Lodge } from '../../support/lodge.js';

interface Span {
  traceId: string;
  name: string;
  service: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: Span['attributes'] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

/** Takes traces as a collector does, and keeps their spans. */
function receive(spans: Span[]): Server {
  const take = (body: Export) => {
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
    }
  };
  return createServer((request, response) => {
    void text(request).then((body) => {
      take(JSON.parse(body) as Export);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
}

const spans: Span[] = [];
let collector: Server;
let lodge: Lodge;
beforeAll(async () => {
  collector = receive(spans);
  await once(collector, 'listening');
  lodge = await Lodge.start();
});
afterAll(async () => {
  await lodge.stop();
  collector.close();
});

test('a trace goes from the request through its statements and its job to the worker; probes and secrets are in none', async () => {
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: 100,
  };
  const site = await lodge.make.site();
  const { email } = await lodge.make.user({ roles: { [site.id]: 'manager' } });
  const api = await ApiProcess.start(lodge.instance.config, traced);
  const env = environmentOf(lodge.instance.config, traced);
  const worker = spawn(process.execPath, ['dist/apps/worker/main.js'], { env, stdio: 'ignore' });
  try {
    const headers = { cookie: await api.logIn(email), prefer: 'respond-async' };
    await (await api.get('/files/documents/x.pdf?signature=a-secret')).text();
    const answer = await api.call('GET', `/students/${site.id}/export`, undefined, headers);
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    const rung = () => spans.find((span) => span.service === 'lodge-api' && /documents/.test(span.name))?.traceId;
    const trace = () => spans.filter((span) => span.traceId === rung());
    const of = (service: string) =>
      trace()
        .filter((span) => span.service === service)
        .map(({ name }) => name);
    // Each process sends what it has when it comes to it.
    const isWhole = () => of('lodge-worker').some((name) => name.includes('documents')) && of('lodge-api').includes('GET'); // prettier-ignore
    for (let waited = 0; !isWhole(); waited += 100) {
      if (waited > 60_000)
        throw new Error(`no job in ${spans.map(({ service, name }) => `${service} ${name}`).join(', ')}`);
      await sleep(100);
    }
    expect(of('lodge-api')).toEqual(expect.arrayContaining(['GET', expect.stringMatching(/documents/), expect.stringMatching(/^pg\.query:/)])); // prettier-ignore
    expect(of('lodge-worker')).toEqual(expect.arrayContaining([expect.stringMatching(/^pg\.query:/)]));
    const said = JSON.stringify(spans);
    expect(said).not.toContain('/health');
    expect(said).toContain('/files/documents/x.pdf');
    expect(said).not.toContain('a-secret');
  } finally {
    await api.stop('SIGKILL');
    worker.kill('SIGKILL');
  }
}, 240_000);

test('the collector can be named by a file, as every setting can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lodge-tracing-'));
  const OTEL_EXPORTER_OTLP_ENDPOINT_FILE = join(folder, 'endpoint');
  await writeFile(OTEL_EXPORTER_OTLP_ENDPOINT_FILE, `http://127.0.0.1:${(collector.address() as AddressInfo).port}\n`);
  spans.length = 0;
  const api = await ApiProcess.start(lodge.instance.config, { OTEL_EXPORTER_OTLP_ENDPOINT_FILE, OTEL_BSP_SCHEDULE_DELAY: 100 }); // prettier-ignore
  try {
    await (await api.get('/users/@me')).text();
    for (let waited = 0; spans.length === 0 && waited < 40_000; waited += 100) await sleep(100);
    expect(spans.map(({ service }) => service)).toContain('lodge-api');
  } finally {
    await api.stop('SIGKILL');
    await rm(folder, { recursive: true });
  }
}, 120_000);

test('nothing of it is loaded when no collector is configured', async () => {
  const loads = `import { createRequire } from 'node:module';
    await import('./dist/libs/core/tracing/begin.js');
    process.exit(Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('opentelemetry')) ? 1 : 0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', loads], { env: { PATH: process.env.PATH } });
  expect((await once(child, 'exit'))[0]).toBe(0);
});
