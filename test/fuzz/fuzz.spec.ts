import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import fc, { SEED } from '../support/properties.js';
import { ROLES } from '#libs/accounts/access/permissions';
import { operations } from '../support/contract.js';
import { findViolations } from '../support/checker.js';
import { Lodge } from '../support/lodge.js';
import { makeTenant } from '../support/tenant.js';
import { faultOf } from './answers.js';
import { calmly, tell } from './long-runs.js';
import { type FuzzRequest, requestsOf } from './requests.js';

const RUNS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const CHUNK = 500;
const AT_ONCE = 4;

describe('requests made from the schemas, and worse', () => {
  let lodge: Lodge;
  let requests: fc.Arbitrary<FuzzRequest>;
  const emails: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  const statuses = new Map<number, number>();
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    const [mine, theirs] = [await makeTenant(lodge), await makeTenant(lodge)];
    // No worker runs here, and a caller who watches a job gets responses until it is over.
    await lodge.sql(`UPDATE jobs SET state = 'completed', finished_at = clock_timestamp()`);
    for (const role of ROLES) emails[role] = (await lodge.make.user({ roles: { [mine.site.id]: role } })).email;
    emails.owner = (await lodge.make.user({ owner: true })).email;
    const others = [...Object.values(theirs.ids), '01999999-9999-7999-9999-999999999999', 'x'];
    const ids = { own: mine.ids, all: [...Object.values(mine.ids), mine.ids.site, ...others] };
    // Whoever may do more gets further.
    const callers = [...Object.keys(emails), 'owner', 'owner', 'admin', 'admin', 'nobody'];
    // A stream of events continues for an hour; the fuzz beside this one disconnects.
    const ending = operations.filter(({ path }) => !path.endsWith('/stream'));
    requests = requestsOf(ending, callers, ids);
  });
  afterAll(() => lodge.stop());

  async function logIn(email: string): Promise<string> {
    const logged = await calmly(
      () => lodge.logIn(email).catch((error: Error) => error),
      (found) => (found instanceof Error ? found.message : ''),
    );
    if (logged instanceof Error) throw logged;
    return logged.cookie;
  }

  async function send({ operation, caller, url, headers, payload }: FuzzRequest): Promise<string | undefined> {
    if (caller !== 'nobody') cookies[caller] ??= await logIn(emails[caller] ?? '');
    const options = { method: operation.method, url, payload, headers: { ...headers, cookie: cookies[caller] ?? '' } };
    const answer = await calmly(
      () => lodge.instance.app.inject(options as InjectOptions),
      ({ body }) => body,
    );
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    // It may have logged itself out.
    if (answer.statusCode === 401 || operation.path.includes('sessions')) delete cookies[caller];
    const type = String(answer.headers['content-type'] ?? '');
    const body: unknown = type.includes('json') ? JSON.parse(answer.body) : answer.body;
    const fault = faultOf(operation, answer.statusCode, type, body);
    return fault && `${operation.name}: ${fault}`;
  }

  test(`${RUNS} of them (SPEC_SEED=${SEED}) meet no 5xx, and every answer is as openapi.json describes it`, async () => {
    const faults = new Map<string, unknown>();
    for (let done = 0; done < RUNS && faults.size < 20; done += CHUNK) {
      const made = fc.sample(requests, { numRuns: Math.min(CHUNK, RUNS - done), seed: SEED + done });
      for (let at = 0; at < made.length; at += AT_ONCE) {
        const next = made.slice(at, at + AT_ONCE);
        const found = await Promise.all(next.map(send));
        found.forEach((fault, index) => fault && !faults.has(fault) && faults.set(fault, shown(next[index]!)));
      }
      tell(done + CHUNK, done, statuses, faults);
    }
    expect([...faults].map(([fault, request]) => ({ fault, request }))).toEqual([]);
    // Otherwise it would knock at the door only.
    expect(statuses.get(200)).toBeGreaterThan(RUNS / 20);
    expect(await findViolations(lodge)).toEqual([]);
  }, 14_400_000);
});

const shown = ({ operation: _, payload, ...request }: FuzzRequest) => ({
  ...request,
  payload: payload?.slice(0, 2_000),
});
