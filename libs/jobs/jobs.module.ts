import { Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { JobQueue } from '#libs/core/queue/job-queue';
import { JobsService } from '#libs/jobs/jobs.service';

@Module({
  imports: [HealthModule],
  providers: [JobsService, JobQueue],
  exports: [JobsService],
})
export class JobsModule {}
