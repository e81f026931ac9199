import { Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { Bell } from '#libs/core/queue/bell';
import { JobsService } from '#libs/jobs/jobs.service';

@Module({
  imports: [HealthModule],
  providers: [JobsService, Bell],
  exports: [JobsService],
})
export class JobsModule {}
