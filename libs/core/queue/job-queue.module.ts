import { Module } from '@nestjs/common';
import { JobQueue } from '#libs/core/queue/job-queue';

/** What tells workers that there is something to do. */
@Module({ providers: [JobQueue], exports: [JobQueue] })
export class JobQueueModule {}
