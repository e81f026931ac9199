import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { PrivacyController } from '#libs/privacy/privacy.controller';
import { PrivacyModule } from '#libs/privacy/privacy.module';
import { RetentionController } from '#libs/privacy/retention.controller';

@Module({ imports: [IdempotencyModule, PrivacyModule], controllers: [PrivacyController, RetentionController] })
export class PrivacyApiModule {}
