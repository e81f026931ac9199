import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { parse } from 'yaml';
import { Database } from '#libs/core/database/database';
import { makeLogger } from '#libs/core/logging/logger';
import { withRequestId } from '#libs/core/logging/request-context';
import { serveStatus } from '#libs/core/metrics/status-server';
import { QUEUES } from '#libs/core/queue/queues';
import { Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';
import { startWorker } from '../../support/test-worker.js';

const TOKEN = 'a token for the metrics';
const asked = { authorization: `Bearer ${TOKEN}` };

test('metrics are not there at all without a token in the configuration', async () => {
  const lodge = await Lodge.start();
  expect((await lodge.call('GET', '/metrics', undefined, asked)).status).toBe(404);
  await lodge.stop();
});

test('what the house holds is asked at most once a minute', async () => {
  const lodge = await Lodge.start({ settings: { METRICS_TOKEN: TOKEN } });
  const asks = jest.spyOn(lodge.instance.app.get(Database, { strict: false }), 'rows');
  const countOf = async () => {
    await lodge.call('GET', '/metrics', undefined, asked);
    return asks.mock.calls.filter(([text]) => text.includes('FROM bookings')).length;
  };
  const first = await countOf();
  expect(first).toBeGreaterThan(0);
  for (let index = 0; index < 5; index++) expect(await countOf()).toBe(first);
  await lodge.stop();
});

test('say which dependency fails, and how many workers a job has ended', async () => {
  const lodge = await Lodge.start({ settings: { METRICS_TOKEN: TOKEN, MAIL_URL: 'smtp://127.0.0.1:1' } });
  const site = await lodge.make.site();
  await lodge.sql(
    `INSERT INTO jobs (site_id, id, kind, deaths, created_at, heartbeat_at) VALUES ($1, uuidv7(), 'stuck', 3, now(), now())`,
    [site.id],
  );
  const { text } = await lodge.call('GET', '/metrics', undefined, asked);
  expect(text).toContain('lodge_dependencies{name="mail",required="false"} 0');
  expect(text).toContain('lodge_dependencies{name="database",required="true"} 1');
  expect(text).toContain('lodge_job_deaths 3');
  await lodge.stop();
});

describe('metrics', () => {
  let lodge: Lodge;
  let worker: INestApplicationContext;
  let statusUrl: string;
  let close: () => void;
  const log: string[] = [];
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { METRICS_TOKEN: TOKEN } });
    worker = await startWorker(lodge, { logger: makeLogger('debug', { write: (line) => void log.push(line) }) });
    const server = await serveStatus(worker, 0, '127.0.0.1');
    close = () => server.close();
    statusUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    close();
    await worker.close();
    await lodge.stop();
  });

  const figures = async () => (await lodge.call('GET', '/metrics', undefined, asked)).text;

  test('are for who has the token', async () => {
    expect((await lodge.call('GET', '/metrics')).body).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect((await lodge.call('GET', '/metrics', undefined, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await lodge.call('GET', '/metrics', undefined, asked)).status).toBe(200);
  });

  test('count answers by route template and status, so that ids make no series', async () => {
    const client = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    for (let index = 0; index < 3; index++) await client.get(`/sites/01999999-9999-7999-9999-99999999999${index}`);
    await lodge.call('GET', '/nothing/here');
    // A response is counted when it has been sent, a moment after it was read.
    await until(async () => /route="none",status="404"/.test(await figures()), 45);
    const text = await figures();
    expect(text).toMatch(
      /lodge_http_request_duration_seconds_count\{method="GET",route="\/sites\/:siteId",status="404"\} 3/,
    );
    expect(text).not.toContain('01999999-9999');
  });

  test('show the pool, the event loop, and what the house holds', async () => {
    const site = await lodge.make.site();
    await lodge.make.student(site);
    const text = await figures();
    expect(text).toMatch(/lodge_database_connections\{state="total"\} [1-9]/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.]+/);
    expect(text).toMatch(/lodge_records\{kind="sites"\} \d+/);
  });

  test('a worker has health and metrics on a port of its own, and counts its jobs', async () => {
    expect(await (await fetch(`${statusUrl}/health/ready`)).json()).toMatchObject({
      status: 'ok',
      dependencies: { database: { status: 'ok' }, queue: { status: 'ok', required: true } },
    });
    expect((await fetch(`${statusUrl}/health/startup`)).status).toBe(200);
    expect((await fetch(`${statusUrl}/other`)).status).toBe(404);
    const read = async () => (await fetch(`${statusUrl}/metrics`)).text();
    await until(
      async () =>
        /lodge_job_duration_seconds_count\{queue="housekeeping",outcome="completed"\} [1-9]/.test(await read()),
      45,
    );
    expect(await read()).toMatch(/lodge_jobs\{queue="housekeeping",state="waiting"\} \d/);
  });

  test('the id of a request goes with the job it rang for into the log of the worker', async () => {
    const queue = worker.get<Queue>(getQueueToken(QUEUES.housekeeping.name), { strict: false });
    await withRequestId('request-4711', () => queue.add('sweep', {}));
    const lines = () => log.map((line) => JSON.parse(line) as Record<string, unknown>);
    await until(() => lines().some((line) => line.request_id === 'request-4711'), 45);
    expect(lines().find((line) => line.request_id === 'request-4711')).toMatchObject({
      msg: 'job completed',
      queue: 'housekeeping',
      name: 'sweep',
    });
    const scheduled = lines().filter((line) => line.msg === 'job completed' && line.request_id === undefined);
    expect(scheduled.length).toBeGreaterThan(0);
  });

  test('the dashboard and the alerts ask only for figures that are served', async () => {
    const served = new Set(
      [await figures(), await (await fetch(`${statusUrl}/metrics`)).text()].flatMap((text) =>
        [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
          type === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name],
        ),
      ),
    );
    const dashboard = JSON.parse(await readFile('deploy/grafana/lodge.json', 'utf8'));
    const { groups } = parse(await readFile('deploy/prometheus/alerts.yml', 'utf8'));
    const expressions: string[] = [
      ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
      ...groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(15);
    const names = expressions.flatMap((expr) => expr.match(/\b(lodge|nodejs|process)_\w+/g) ?? []);
    expect(names.filter((name) => !served.has(name))).toEqual([]);
  });
});
