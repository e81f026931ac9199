import { Module } from '@nestjs/common';
import { IdempotencyService } from '#libs/idempotency/idempotency.service';

@Module({
  providers: [IdempotencyService],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
