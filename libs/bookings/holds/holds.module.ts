import { Module } from '@nestjs/common';
import { HoldReleaseService } from '#libs/bookings/holds/hold-release.service';
import { HoldWarningsService } from '#libs/bookings/holds/hold-warnings.service';
import { MailModule } from '#libs/core/mail/mail.module';

/** What becomes of provisional bookings that are held until some time: the worker's part. */
@Module({
  imports: [MailModule],
  providers: [HoldReleaseService, HoldWarningsService],
  exports: [HoldReleaseService, HoldWarningsService],
})
export class HoldsModule {}
