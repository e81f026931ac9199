import { Global, Module } from '@nestjs/common';
import { Clock } from '#libs/core/time/clock';

@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class TimeModule {}
