import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { ErasureService } from '#libs/privacy/erasure.service';

@Module({ imports: [StorageModule], providers: [ErasureService], exports: [ErasureService] })
export class PrivacyModule {}
