import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { ErasureService } from '#libs/privacy/erasure.service';
import { SubjectDataService } from '#libs/privacy/subject-data.service';

@Module({
  imports: [StorageModule],
  providers: [ErasureService, SubjectDataService],
  exports: [ErasureService, SubjectDataService],
})
export class PrivacyModule {}
