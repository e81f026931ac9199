import { Readable } from 'node:stream';
import { Controller, Get, type OnModuleDestroy, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { DomainError } from '#libs/core/errors/domain-error';
import { IdParam } from '#libs/core/http/ids';
import type { CountedRequest } from '#libs/core/limits/limit-headers';
import { JobResponse } from '#libs/jobs/jobs.dto';
import { JobsService } from '#libs/jobs/jobs.service';

const LOOK_MS = 250;
const CHECK_MS = 1_000;
const AT_LEAST_EVERY_MS = 1_000;
// Each looks into the database as long as it is open.
const MOST_STREAMS = 10;
const RETRY_SECONDS = 5;

@ApiTags('Jobs')
@Controller('jobs')
export class JobsController implements OnModuleDestroy {
  /** The open streams of each user in this process. */
  private readonly streams = new Map<string, number>();
  private stopping = false;

  constructor(private readonly jobs: JobsService) {}

  /** A client that watches a job connects to another process; an open stream would delay the end of this one. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  @Get(':jobId')
  @Operation({
    summary: 'See how a job is going',
    description: 'Jobs of your sites only.',
    access: 'session_or_key',
    response: JobResponse,
    errors: ['not_found'],
    addition: true,
  })
  read(@CurrentCaller() caller: Caller, @IdParam('jobId') id: string): Promise<JobResponse> {
    return this.jobs.get(caller, id);
  }

  @Post(':jobId/cancel')
  @Operation({
    summary: 'Stop a job',
    description:
      'Works for imports of bookings and their undo. The current batch is finished or rolled back as a whole; ' +
      'earlier batches stay, and can be undone. The job is `cancelled` at once, or at the end of its batch. Needs ' +
      '`booking.import` in its site.',
    access: 'session_or_key',
    response: JobResponse,
    errors: ['not_found', 'forbidden', 'not_cancellable'],
    addition: true,
  })
  cancel(@CurrentCaller() caller: Caller, @IdParam('jobId') id: string): Promise<JobResponse> {
    return this.jobs.cancel(caller, id);
  }

  @Get(':jobId/events')
  @Operation({
    summary: 'Watch a job',
    description:
      'Server-sent events: the job as `progress`, at least once a second, until it is over, the ' +
      `session or key has ended, or the server stops. At most ${MOST_STREAMS} at once for a user.`,
    access: 'session_or_key',
    response: 'text/event-stream',
    errors: ['not_found'],
    addition: true,
  })
  async watch(
    @CurrentCaller() caller: Caller,
    @IdParam('jobId') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.jobs.get(caller, id);
    this.requireRoom(caller, reply);
    reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no');
    await reply.send(reply.request.method === 'HEAD' ? '' : this.open(caller, id));
  }

  private open(caller: Caller, id: string): Readable {
    const events = Readable.from(this.events(caller, id), { objectMode: false });
    this.count(caller, 1);
    return events.once('close', () => this.count(caller, -1));
  }

  private requireRoom({ userId }: Caller, reply: FastifyReply): void {
    if ((this.streams.get(userId) ?? 0) < MOST_STREAMS) return;
    // This response and its retry time concern the number of streams, not the requests per minute.
    (reply.request as CountedRequest).usage = null;
    reply.header('retry-after', RETRY_SECONDS);
    throw new DomainError('rate_limited', `You watch ${MOST_STREAMS} jobs already. Close one of them first.`, {
      limit: 'event_streams',
    });
  }

  private count({ userId }: Caller, change: 1 | -1): void {
    const open = (this.streams.get(userId) ?? 0) + change;
    if (open > 0) this.streams.set(userId, open);
    else this.streams.delete(userId);
  }

  private async *events(caller: Caller, id: string): AsyncGenerator<string> {
    let [told, at, checkedAt] = ['', 0, performance.now()];
    const look = async () => {
      if (this.stopping) return undefined;
      if (performance.now() - checkedAt >= CHECK_MS) {
        if (!(await this.jobs.mayWatchOn(caller))) return undefined;
        checkedAt = performance.now();
      }
      return this.jobs.findFor(caller, id);
    };
    for await (const job of this.jobs.watch(look, { least: LOOK_MS, most: LOOK_MS })) {
      const text = JSON.stringify(job);
      if (text === told && performance.now() - at < AT_LEAST_EVERY_MS) continue;
      yield `event: progress\ndata: ${text}\n\n`;
      [told, at] = [text, performance.now()];
    }
  }
}
