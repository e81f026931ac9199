import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { mailOf } from '#libs/core/mail/letter';
import { Outbox } from '#libs/core/mail/outbox';
import type { PromisedMail } from '#libs/core/mail/outbox.queries';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { type EndingHolds, markEndingHolds } from '#libs/bookings/holds/holds.queries';

const AT_ONCE = 1_000;

/** Tells users who held places one day before the holds end: one mail per user and site, however many holds there are. */
@Injectable()
export class HoldWarningsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Any number of workers may run it at once, and twice: each hold is announced once. */
  async sweep(): Promise<void> {
    const mails = await this.database.transaction(async (tx) => {
      const ending = await markEndingHolds(tx, this.clock.now(), AT_ONCE);
      return Promise.all(ending.map((holds) => this.outbox.promise(tx, warningOf(holds))));
    });
    for (const id of mails) await this.outbox.send(id);
  }
}

function warningOf({ userId, email, site, timeZone, count, first, references }: EndingHolds): PromisedMail {
  const more = count > references.length ? ` and ${count - references.length} more` : '';
  return {
    kind: 'notice',
    userId,
    usefulForHours: 24,
    ...mailOf({
      to: email,
      subject: `${count} held ${count === 1 ? 'booking ends' : 'bookings end'} soon in ${site}`,
      paragraphs: [
        `Provisional bookings that you made in ${site} are released unless they are confirmed, the first on ${localDate(new Date(first), timeZone)}.`,
        `They have the references ${references.join(', ')}${more}.`,
      ],
    }),
  };
}
