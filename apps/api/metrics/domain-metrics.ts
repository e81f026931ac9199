import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  ageArchive,
  ageBackups,
  countBookings,
  countMails,
  countOverstays,
  countQueuedEvents,
  countRecords,
  countWebhooks,
  worstJob,
} from '#apps/api/metrics/domain-counts.queries';
import { Database } from '#libs/core/database/database';
import { Metrics } from '#libs/core/metrics/metrics';

// They read whole tables, and nobody needs them by the second.
const KEEP_MS = 60_000;
const MAILS_KEEP_MS = 15_000;

/** What the house is about, in figures. The same from every api: take the maximum, not the sum. */
@Injectable()
export class DomainMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const { metrics, database } = this;
    metrics.gauge('lodge_bookings', 'Bookings by status', ['status'], KEEP_MS, () => countBookings(database));
    metrics.gauge('lodge_records', 'Sites, active students, open sessions', ['kind'], KEEP_MS, () =>
      countRecords(database),
    );
    metrics.gauge('lodge_mails', 'Mails that were promised and not sent', ['state'], MAILS_KEEP_MS, () =>
      countMails(database),
    );
    metrics.gauge('lodge_queued_events', 'Changes that wait for their place in the journal', [], MAILS_KEEP_MS, () =>
      countQueuedEvents(database),
    );
    metrics.gauge(
      'lodge_webhooks',
      'Webhooks that are on, fail or were switched off; deliveries that wait; the longest lag in seconds',
      ['state'],
      MAILS_KEEP_MS,
      () => countWebhooks(database),
    );
    metrics.gauge(
      'lodge_backup_age_seconds',
      'Age of the last good backup, and of the last that was restored',
      ['kind'],
      KEEP_MS,
      () => ageBackups(database),
    );
    metrics.gauge(
      'lodge_archive_age_seconds',
      'For how long what PostgreSQL wrote has been waiting for the archive of its log',
      [],
      KEEP_MS,
      () => ageArchive(database),
    );
    metrics.gauge('lodge_job_deaths', 'Most workers that one job has ended in a row', [], MAILS_KEEP_MS, () =>
      worstJob(database),
    );
    metrics.gauge('lodge_stays', 'Stays that need somebody', ['kind'], KEEP_MS, () => countOverstays(database));
  }
}
