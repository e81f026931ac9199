import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { WaitingListController } from '#libs/waiting-list/waiting-list.controller';
import { WaitingListModule } from '#libs/waiting-list/waiting-list.module';

@Module({ imports: [WaitingListModule, IdempotencyModule], controllers: [WaitingListController] })
export class WaitingListApiModule {}
