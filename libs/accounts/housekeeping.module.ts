import { Module } from '@nestjs/common';
import { MailModule } from '#libs/core/mail/mail.module';
import { ApiKeyWarnings } from '#libs/accounts/api-keys/api-key-warnings';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';

/** Removing sessions and links that are over, and telling of keys that end soon: the worker's part. */
@Module({
  imports: [MailModule],
  providers: [HousekeepingService, ApiKeyWarnings],
  exports: [HousekeepingService, ApiKeyWarnings],
})
export class HousekeepingModule {}
