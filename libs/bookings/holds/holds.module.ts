import { Module } from '@nestjs/common';
import { HoldReleaseService } from '#libs/bookings/holds/hold-release.service';
import { HoldWarningsService } from '#libs/bookings/holds/hold-warnings.service';
import { MailModule } from '#libs/core/mail/mail.module';

/** The worker's part of holds: it announces and releases provisional bookings. */
@Module({
  imports: [MailModule],
  providers: [HoldReleaseService, HoldWarningsService],
  exports: [HoldReleaseService, HoldWarningsService],
})
export class HoldsModule {}
