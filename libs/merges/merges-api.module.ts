import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { MergesController } from '#libs/merges/merges.controller';
import { MergesModule } from '#libs/merges/merges.module';

@Module({ imports: [MergesModule, IdempotencyModule], controllers: [MergesController] })
export class MergesApiModule {}
