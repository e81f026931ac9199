/**
 * Whether PostgreSQL archives its write-ahead log; no row where it is not to.
 * `age`: for how many seconds something has been waiting for the archive, 0 when nothing is. While nothing is written, nothing is archived.
 */
export const ARCHIVE_STATE = `
SELECT failing, CASE
    WHEN failing IS NOT NULL OR last_archived_wal IS NULL OR behind > 0
    THEN extract(epoch FROM now() - coalesce(last_archived_time, pg_postmaster_start_time()))::int ELSE 0 END AS age
FROM pg_stat_archiver,
  LATERAL (SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS failing,
    (pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn()))).segment_number - 1
    - CASE WHEN last_archived_wal ~ '^[0-9A-F]{24}$' THEN (pg_split_walfile_name(last_archived_wal)).segment_number END AS behind) AS found
WHERE current_setting('archive_mode') <> 'off'`;

export interface ArchiveState {
  /** The file of the log that could not be archived at the last try; null when it could. */
  failing: string | null;
  age: number;
}
