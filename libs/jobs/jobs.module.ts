import { Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { JobQueueModule } from '#libs/core/queue/job-queue.module';
import { JobsService } from '#libs/jobs/jobs.service';

@Module({
  imports: [HealthModule, JobQueueModule],
  providers: [JobsService],
  exports: [JobsService],
})
export class JobsModule {}
