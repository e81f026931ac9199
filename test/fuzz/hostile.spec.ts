import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../support/api-process.js';
import { operations } from '../support/contract.js';
import { findViolations } from '../support/checker.js';
import { SEED } from '../support/properties.js';
import { Lodge } from '../support/lodge.js';
import { makeTenant, type Tenant } from '../support/tenant.js';
import { calmly, tell } from './long-runs.js';
import { type Mutation, mutationsOf, requestOf } from './mutations.js';

const RUNS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const AT_ONCE = 4;
// What they do to records of a tenant must not leave the rest knocking at doors that are closed.
const OF_ONE_TENANT = 1_000;
const MOST_MEMORY = 512 * 1_024;
const MOST_MS = 30_000;
// As the image starts it.
const AS_DEPLOYED = ['--max-semi-space-size=32', '--max-old-space-size=384'];
const ZERO = '\u0000';

/** A generator of numbers below a limit, the same for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const isZero = ({ shape }: Mutation): boolean => [ZERO, JSON.stringify(ZERO)].includes(shape);
const everyMutation = (): Mutation[] => operations.flatMap((operation) => [...mutationsOf(operation)]);

describe('one hostile value in an otherwise right request', () => {
  const random = randomOf(SEED);
  const agent = new Agent({ keepAlive: true });
  let lodge: Lodge;
  let api: ApiProcess;
  let tenant: Tenant;
  let emails: string[];
  let cookies: string[] = [];
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    api = await ApiProcess.start(lodge.instance.config, { LOG_LEVEL: 'error' }, AS_DEPLOYED);
  });
  afterAll(async () => {
    agent.destroy();
    await api.stop();
    await lodge.stop();
  });

  async function moveIn(): Promise<void> {
    tenant = await makeTenant(lodge);
    // No worker runs here, and a caller who watches a job gets responses until it is over.
    await lodge.sql(`UPDATE jobs SET state = 'completed', finished_at = clock_timestamp()`);
    const owner = await lodge.make.user({ owner: true });
    const viewer = await lodge.make.user({ roles: { [tenant.site.id]: 'viewer' } });
    emails = [owner.email, owner.email, tenant.email, viewer.email];
    cookies = await Promise.all(emails.map((email) => api.logIn(email)));
  }

  async function send(mutation: Mutation, caller: number) {
    const { url, headers, payload } = requestOf(mutation, tenant.ids);
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
    const options = {
      method: mutation.operation.method,
      agent,
      headers: { cookie: cookies[caller] ?? '', ...length, ...headers },
    };
    const call = request(api.url + url, options);
    // A client that is refused in the middle of a body may be unable to send the rest.
    call.on('error', () => undefined);
    const began = performance.now();
    call.end(payload);
    const signal = AbortSignal.timeout(2 * MOST_MS);
    const [answer] = (await once(call, 'response', { signal })) as [IncomingMessage];
    // A stream continues for as long as its caller is connected.
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
    const body = isStream ? '' : await text(answer);
    if (isStream) answer.destroy();
    return {
      status: answer.statusCode ?? 0,
      type: answer.headers['content-type'] ?? '',
      body,
      ms: performance.now() - began,
    };
  }

  /** The fault of the response; undefined when there is none. */
  async function faultOf(mutation: Mutation): Promise<string | undefined> {
    const caller = random(emails.length);
    const { status, type, body, ms } = await calmly(
      () => send(mutation, caller),
      ({ body }) => body,
    );
    // It may have logged itself out.
    if (status === 401 || mutation.operation.path.includes('sessions'))
      cookies[caller] = await api.logIn(emails[caller] ?? '').catch(() => '');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (ms > MOST_MS) return `took ${ms} ms`;
    if (status >= 500 && !body.includes('"job_timeout"'))
      return `${status} ${body.slice(0, 300)} ${api.output.slice(-2_000)}`;
    if (status >= 400 && !type.startsWith('application/problem+json')) return `${status} without a problem document`;
    if (body.includes('node_modules')) return `${status} with internals`;
    return undefined;
  }

  // Each comes up before one does again.
  let left: Mutation[] = [];
  function draw(): Mutation {
    if (left.length === 0) left = everyMutation();
    const at = random(left.length);
    const last = left.pop() as Mutation;
    return at === left.length ? last : (left.splice(at, 1, last)[0] as Mutation);
  }

  const statuses = new Map<number, number>();
  const memory = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${api.child.pid}/status`, 'utf8'))?.[1]);

  test.each([
    ['a zero byte in each text of each request, which PostgreSQL cannot hold,', isZero, 900],
    ['each file to each route that takes files', ({ in: where }: Mutation) => where === 'file', 300],
  ] as const)(
    '%s meets no 5xx',
    async (_, isOfThem, least) => {
      await moveIn();
      const mutations = everyMutation().filter(isOfThem);
      expect(mutations.length).toBeGreaterThan(least);
      const faults: unknown[] = [];
      for (let at = 0; at < mutations.length; at += AT_ONCE) {
        const next = mutations.slice(at, at + AT_ONCE);
        const found = await Promise.all(next.map(faultOf));
        found.forEach((fault, index) => fault && faults.push([next[index]?.operation.name, next[index]?.at, fault]));
        if ((at + AT_ONCE) % OF_ONE_TENANT === 0) await moveIn();
      }
      expect(faults).toEqual([]);
    },
    600_000,
  );

  test(`${RUNS} of them (SPEC_SEED=${SEED}) meet no 5xx, and the process stays below 512 MiB`, async () => {
    expect(everyMutation().length).toBeGreaterThan(30_000);
    const faults = new Map<string, string>();
    for (let done = 0; done < RUNS && faults.size < 20;) {
      if (done % OF_ONE_TENANT === 0) await moveIn();
      const next = Array.from({ length: AT_ONCE }, draw);
      const found = await Promise.all(next.map(faultOf));
      found.forEach((fault, index) => {
        const { operation, in: where, at, shape } = next[index] as Mutation;
        if (fault)
          faults.set(`${operation.name} ${where} ${at.join('/').slice(0, 80)}`, `${shape.slice(0, 200)} -> ${fault}`);
      });
      done += AT_ONCE;
      tell(done, done - AT_ONCE, statuses, faults);
    }
    if (process.env.FUZZ_REQUESTS) console.log(Object.fromEntries(statuses), `${memory('VmHWM')} kB at most`);
    expect([...faults]).toEqual([]);
    expect(api.hasEnded).toBe(false);
    if (process.platform === 'linux') expect(memory('VmHWM')).toBeLessThan(MOST_MEMORY);
    // Otherwise it would knock at the door only.
    expect(statuses.get(200)).toBeGreaterThan(RUNS / 20);
    expect(await findViolations(lodge)).toEqual([]);
  }, 14_400_000);
});
