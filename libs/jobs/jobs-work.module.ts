import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { JOB_RUNNERS, type JobRunner, JobExecutor } from '#libs/jobs/job-executor';

type Runners = Pick<ModuleMetadata, 'imports'> & Pick<FactoryProvider<JobRunner[]>, 'inject' | 'useFactory'>;

/** Doing jobs: the worker's part, told what runs the jobs of each kind. */
@Module({})
export class JobsWorkModule {
  static forRunners({ imports = [], inject, useFactory }: Runners): DynamicModule {
    const runners = { provide: JOB_RUNNERS, inject, useFactory };
    return { module: JobsWorkModule, imports, providers: [runners, JobExecutor], exports: [JobExecutor] };
  }
}
