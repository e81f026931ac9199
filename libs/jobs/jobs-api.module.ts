import { Module } from '@nestjs/common';
import { JobsModule } from '#libs/jobs/jobs.module';
import { JobsController } from '#libs/jobs/jobs.controller';

@Module({ imports: [JobsModule], controllers: [JobsController] })
export class JobsApiModule {}
