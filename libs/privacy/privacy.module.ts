import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { ErasureService } from '#libs/privacy/erasure.service';
import { RetentionService } from '#libs/privacy/retention.service';
import { SubjectDataService } from '#libs/privacy/subject-data.service';

@Module({
  imports: [StorageModule],
  providers: [ErasureService, RetentionService, SubjectDataService],
  exports: [ErasureService, RetentionService, SubjectDataService],
})
export class PrivacyModule {}
