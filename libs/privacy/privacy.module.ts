import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { RollCallCopiesModule } from '#libs/documents/roll-call/roll-call-copies.module';
import { ErasureService } from '#libs/privacy/erasure.service';
import { RetentionService } from '#libs/privacy/retention.service';

@Module({
  imports: [RollCallCopiesModule, StorageModule],
  providers: [ErasureService, RetentionService],
  exports: [ErasureService, RetentionService],
})
export class PrivacyModule {}
