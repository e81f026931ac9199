import { Module } from '@nestjs/common';
import { Metrics } from '#libs/core/metrics/metrics';

@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
