import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { JOB_RUNNERS, type JobRunner, JobExecutor } from '#libs/jobs/job-executor';

type Runners = Pick<ModuleMetadata, 'imports'> & Pick<FactoryProvider<JobRunner[]>, 'inject' | 'useFactory'>;

/** The worker's part of jobs: it receives the runners of each kind of job. */
@Module({})
export class JobsWorkModule {
  static forRunners({ imports = [], inject, useFactory }: Runners): DynamicModule {
    const runners = { provide: JOB_RUNNERS, inject, useFactory };
    return { module: JobsWorkModule, imports, providers: [runners, JobExecutor], exports: [JobExecutor] };
  }
}
