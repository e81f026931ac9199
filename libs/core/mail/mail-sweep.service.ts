import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { purge } from '#libs/core/database/purge';

/** Removes what is known of mails 30 days after they were sent or given up. */
@Injectable()
export class MailSweepService {
  constructor(private readonly database: Database) {}

  async sweep(): Promise<void> {
    await purge(this.database, 'outgoing_mails', `ended_at < now() - interval '30 days'`, []);
  }
}
