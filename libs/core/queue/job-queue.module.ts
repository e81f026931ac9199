import { Module } from '@nestjs/common';
import { JobQueue } from '#libs/core/queue/job-queue';

/** Notifies workers about jobs. */
@Module({ providers: [JobQueue], exports: [JobQueue] })
export class JobQueueModule {}
