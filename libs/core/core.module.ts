import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Clock } from '#libs/core/time/clock';

/** What every part of a process may use: its settings and the time. The only other global module is the database. */
@Global()
@Module({})
export class CoreModule {
  static with(config: Config): DynamicModule {
    return {
      module: CoreModule,
      providers: [{ provide: CONFIG, useValue: config }, Clock],
      exports: [CONFIG, Clock],
    };
  }
}
