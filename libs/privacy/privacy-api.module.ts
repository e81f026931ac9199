import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { PrivacyController } from '#libs/privacy/privacy.controller';
import { PrivacyModule } from '#libs/privacy/privacy.module';

@Module({ imports: [IdempotencyModule, PrivacyModule], controllers: [PrivacyController] })
export class PrivacyApiModule {}
