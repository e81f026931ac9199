import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { JobQueue } from '#libs/core/queue/job-queue';
import { type Client, Lodge } from '../../support/lodge.js';
import { redisOf } from '../../support/redis.js';

const REDIS = process.env.TEST_REDIS_URL;

describe.each(REDIS ? ['postgres', 'redis'] : ['postgres'])('the dashboard of the queues on %s', (backend) => {
  let lodge: Lodge;
  let owner: Client;
  let other: Client;
  beforeAll(async () => {
    const redis: Record<string, string> = backend === 'redis' ? { REDIS_URL: redisOf(`${REDIS}`, 8) } : {};
    lodge = await Lodge.start({ settings: { QUEUE_DASHBOARD: 'true', ...redis } });
    const site = await lodge.make.site();
    owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    other = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    await lodge.instance.app
      .get(JobQueue, { strict: false })
      .notify('documents', 'print', { siteId: 'a-secret-site', id: 'a-secret-id' }, `job-${Date.now()}`);
  });
  afterAll(() => lodge.stop());

  test('shows an owner the queues and their jobs, but not what is in them', async () => {
    expect(await owner.get('/queues')).toMatchObject({ status: 200, headers: { 'content-type': expect.stringMatching(/html/) } }); // prettier-ignore
    const { status, body, text } = await owner.get('/queues/api/queues?activeQueue=documents&status=waiting&page=1&jobsPerPage=10'); // prettier-ignore
    expect(status).toBe(200);
    expect(body.queues.map(({ name }: { name: string }) => name).sort()).toEqual([
      'documents',
      'housekeeping',
      'jobs',
      'webhooks',
    ]);
    const [job] = body.queues.find(({ name }: { name: string }) => name === 'documents').jobs;
    expect(job).toMatchObject({ name: 'print', data: { siteId: 'redacted', id: 'redacted' } });
    expect(text).not.toContain('a-secret');
  });

  test('is not there for anybody else, and nobody changes anything with it', async () => {
    const paths = ['/queues', '/queues/api/queues', '/queues/static/main.js', '/queues/%61pi/queues'];
    for (const path of paths) {
      expect((await lodge.call('GET', path)).status).toBe(404);
      expect((await other.get(path)).status).toBe(404);
    }
    expect((await owner.put('/queues/api/queues/documents/pause', {})).status).toBe(404);
    expect((await owner.put('/queues/api/queues/documents/clean/waiting', {})).status).toBe(404);
  });
});

test('without QUEUE_DASHBOARD there is none', async () => {
  const lodge = await Lodge.start();
  const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
  expect((await owner.get('/queues')).status).toBe(404);
  await lodge.stop();
});
