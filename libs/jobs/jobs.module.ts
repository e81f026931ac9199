import { Global, Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { Bell } from '#libs/core/queue/bell';
import { JobsController } from '#libs/jobs/jobs.controller';
import { JobsService } from '#libs/jobs/jobs.service';

@Global()
@Module({
  imports: [HealthModule],
  controllers: [JobsController],
  providers: [JobsService, Bell],
  exports: [JobsService],
})
export class JobsModule {}
