import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { problemOf, sendProblem } from '#libs/core/errors/problem';
import { logErrors } from '#libs/core/queue/log-errors';
import { backendOf, connectionOf } from '#libs/core/queue/queue-connection';
import { QUEUES } from '#libs/core/queue/queues';

const PATH = '/queues';

/** The user whose session a request has, by the same check as every route. A key for programs is not enough. */
async function userOf(server: FastifyInstance, { headers }: FastifyRequest): Promise<string | undefined> {
  const answer = await server.inject({ method: 'GET', url: '/users/@me', headers: { cookie: headers.cookie ?? '' } });
  return answer.statusCode === 200 ? (answer.json() as { _id: string })._id : undefined;
}

/** The visible part of a job: the names of its data, not the values. */
const redacted = (data: unknown): Record<string, string> =>
  Object.fromEntries(Object.keys(Object(data) as object).map((name) => [name, 'redacted']));

/** Serves bull-board at /queues, to look at only, for owners. To all others there is nothing. */
export async function serveQueueDashboard(
  app: NestFastifyApplication,
  config: Config,
  isOwner: (userId: string) => Promise<boolean>,
): Promise<void> {
  if (!config.QUEUE_DASHBOARD) return;
  const { createBullBoard } = await import('@bull-board/api');
  const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
  const { FastifyAdapter } = await import('@bull-board/fastify');
  const queues = Object.values(QUEUES).map(
    ({ name }) => new Queue(name, { connection: connectionOf(config) as never }, backendOf(config) as never),
  );
  const adapters = queues.map((queue) => {
    logErrors(queue);
    const adapter = new BullMQAdapter(queue, { readOnlyMode: true });
    for (const field of ['data', 'returnValue'] as const) adapter.setFormatter(field, redacted);
    return adapter;
  });
  const board = new FastifyAdapter().setBasePath(PATH);
  createBullBoard({ queues: adapters, serverAdapter: board as never });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onClose', async () => void (await Promise.all(queues.map((queue) => queue.close()))));
  await server.register(
    async (scope: FastifyInstance) => {
      scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
        const user = request.method === 'GET' ? await userOf(server, request) : undefined;
        if (user && (await isOwner(user))) return undefined;
        const nothing = new DomainError('not_found', 'There is nothing at this path.');
        return sendProblem(reply, problemOf(nothing, config.PUBLIC_URL, request.id));
      });
      await scope.register(board.registerPlugin() as never);
    },
    { prefix: PATH },
  );
}
