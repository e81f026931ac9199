import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HealthModule } from '#libs/core/health/health.module';
import { Bell } from '#libs/core/queue/bell';
import { Job } from '#libs/jobs/job.entity';
import { JobsController } from '#libs/jobs/jobs.controller';
import { JobsService } from '#libs/jobs/jobs.service';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Job]), HealthModule],
  controllers: [JobsController],
  providers: [JobsService, Bell],
  exports: [JobsService],
})
export class JobsModule {}
