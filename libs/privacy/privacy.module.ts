import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { ErasureService } from '#libs/privacy/erasure.service';
import { PrivacyController } from '#libs/privacy/privacy.controller';

@Module({
  imports: [StorageModule],
  controllers: [PrivacyController],
  providers: [ErasureService],
})
export class PrivacyModule {}
