import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { purge } from '#libs/core/database/purge';

const OVER = `ended_at < now() - CASE state WHEN 'delivered' THEN interval '7 days' ELSE interval '30 days' END`;

/** Removes what is known of deliveries: 7 days after they arrived, 30 days after they failed. */
@Injectable()
export class WebhookSweepService {
  constructor(private readonly database: Database) {}

  async sweep(): Promise<void> {
    await purge(this.database, 'webhook_deliveries', `ended_at < now() - interval '7 days' AND ${OVER}`, []);
  }
}
