import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller } from '#libs/accounts/access';
import { Operation } from '#libs/accounts/operation.decorator';
import { IdParam } from '#libs/core/http/ids';
import { JobResponse } from '#libs/jobs/jobs.dto';
import type { JobRow } from '#libs/jobs/jobs.queries';
import { JobsService } from '#libs/jobs/jobs.service';

const LOOK_MS = 250;
const AT_LEAST_EVERY_MS = 1_000;

@ApiTags('Jobs')
@Controller('jobs')
export class JobsController {
  constructor(@Inject(JobsService) private readonly jobs: JobsService) {}

  @Get(':jobId')
  @Operation({
    summary: 'See how a job is going',
    description: 'Jobs of your sites only.',
    access: 'session_or_key',
    answers: JobResponse,
    errors: ['not_found'],
    addition: true,
  })
  read(@CurrentCaller() caller: Caller, @IdParam('jobId') id: string): Promise<JobResponse> {
    return this.jobs.get(caller, id);
  }

  @Get(':jobId/events')
  @Operation({
    summary: 'Watch a job',
    description: 'Server-sent events: the job as `progress`, at least once a second, until it is over.',
    access: 'session_or_key',
    answers: 'text/event-stream',
    errors: ['not_found'],
    addition: true,
  })
  async watch(
    @CurrentCaller() caller: Caller,
    @IdParam('jobId') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const first = await this.jobs.get(caller, id);
    await reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(this.events(caller, first), { objectMode: false }));
  }

  private async *events(caller: Caller, first: JobRow): AsyncGenerator<string> {
    let [job, told, at] = [first, '', 0];
    for (;;) {
      const text = JSON.stringify(job);
      if (text !== told || Date.now() - at >= AT_LEAST_EVERY_MS) {
        yield `event: progress\ndata: ${text}\n\n`;
        [told, at] = [text, Date.now()];
      }
      if (job.state === 'completed' || job.state === 'failed') return;
      await sleep(LOOK_MS);
      job = await this.jobs.get(caller, job._id);
    }
  }
}
