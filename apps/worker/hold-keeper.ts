import { Injectable, Logger } from '@nestjs/common';
import { RecurringWork } from '#apps/worker/recurring-work';
import { HoldReleaseService } from '#libs/bookings/holds/hold-release.service';

const PAUSE_MS = 10_000;

/** Releases the bookings whose holds are over, every few seconds. */
@Injectable()
export class HoldKeeper extends RecurringWork {
  protected readonly logger = new Logger('holds');

  constructor(private readonly holds: HoldReleaseService) {
    super('holds that are over', PAUSE_MS);
  }

  protected run(): Promise<unknown> {
    return this.holds.release();
  }
}
