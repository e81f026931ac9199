import type { Sql } from '#libs/core/database/transaction';
import { ARCHIVE_STATE, type ArchiveState } from '#libs/core/backup/archive-state';
import { BACKUP_AGES, type BackupAge } from '#libs/core/backup/backup-log';
import { COUNT_MAILS } from '#libs/core/mail/outbox.queries';
import { COUNT_QUEUED } from '#libs/events/journal/verify-journal.queries';
import { COUNT_WEBHOOKS, type WebhookCounts } from '#libs/webhooks/webhooks.queries';
import { type Sample, samples } from '#libs/core/metrics/metrics';

const byLabel = async (sql: Sql, label: string, query: string): Promise<Sample[]> => {
  const rows = await sql.rows<{ name: string; n: number }>(query);
  return rows.map(({ name, n }) => ({ labels: { [label]: name }, value: n }));
};

export const countBookings = (sql: Sql): Promise<Sample[]> =>
  byLabel(sql, 'status', 'SELECT status AS name, count(*)::int AS n FROM bookings GROUP BY status');

export const countRecords = (sql: Sql): Promise<Sample[]> =>
  byLabel(
    sql,
    'kind',
    `SELECT 'sites' AS name, count(*)::int AS n FROM sites
     UNION ALL SELECT 'students', count(*)::int FROM students WHERE active
     UNION ALL SELECT 'sessions', count(*)::int FROM sessions WHERE ended_at IS NULL AND expires_at > now()`,
  );

/** Residents who are still in a room that was to be free by now, on each site's own date. */
export const countOverstays = (sql: Sql): Promise<Sample[]> =>
  byLabel(
    sql,
    'kind',
    `SELECT 'overstay' AS name, count(*)::int AS n FROM bookings b JOIN sites s ON s.id = b.site_id
     WHERE b.status = 'checked_in' AND b.contract_end < (now() AT TIME ZONE s.time_zone)::date`,
  );

const WORST_JOB = `SELECT coalesce(max(deaths), 0)::int AS n FROM jobs WHERE state IN ('waiting', 'active')`;

/** Mails that were promised and are not sent: waiting, late, and given up in the last week. */
export async function countMails(sql: Sql): Promise<Sample[]> {
  const [counts = {}] = await sql.rows<Record<string, number>>(COUNT_MAILS);
  return samples('state', counts);
}

/** Changes that wait for their place in the journal of events. */
export async function countQueuedEvents(sql: Sql): Promise<Sample[]> {
  const [row] = await sql.rows<{ n: number }>(COUNT_QUEUED);
  return [{ labels: {}, value: row?.n ?? 0 }];
}

/** Webhooks and their deliveries; the longest lag is `lag_seconds`. */
export async function countWebhooks(sql: Sql): Promise<Sample[]> {
  const [counts] = await sql.rows<WebhookCounts>(COUNT_WEBHOOKS);
  return samples('state', { ...counts });
}

/** How long ago a backup was made, and one was restored to try it. Nothing when that has never been. */
export async function ageBackups(sql: Sql): Promise<Sample[]> {
  const rows = await sql.rows<BackupAge>(BACKUP_AGES);
  return rows.flatMap(({ kind, age }) => (age === null ? [] : [{ labels: { kind }, value: age }]));
}

/** For how long what PostgreSQL wrote has been waiting for the archive. Nothing where there is no archive. */
export async function ageArchive(sql: Sql): Promise<Sample[]> {
  const rows = await sql.rows<ArchiveState>(ARCHIVE_STATE);
  return rows.map(({ age }) => ({ labels: {}, value: age }));
}

/** The largest number of workers in a row that went silent at one unfinished job. */
export async function worstJob(sql: Sql): Promise<Sample[]> {
  const [row] = await sql.rows<{ n: number }>(WORST_JOB);
  return [{ labels: {}, value: row?.n ?? 0 }];
}
