import { basename } from 'node:path';
import type pg from 'pg';
import type { Manifest } from '#libs/core/backup/manifest';
import { newId } from '#libs/core/http/ids';

export type BackupKind = 'backup' | 'restore';

/** The age of the last good one of each kind, in seconds, null when there is none, and the problem of a later try. */
export const BACKUP_AGES = `
SELECT kind, (extract(epoch FROM now() - max(began_at) FILTER (WHERE problem IS NULL)))::int AS age,
  (array_agg(problem ORDER BY began_at DESC))[1] AS problem
FROM (VALUES ('backup'), ('restore')) AS kinds (kind) LEFT JOIN backups USING (kind) GROUP BY kind ORDER BY kind`;

export interface BackupAge {
  kind: BackupKind;
  age: number | null;
  problem: string | null;
}

export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Does a backup or a restore, and writes down how it ended. @throws what the work throws, once it is written down */
export async function noted(
  client: Pick<pg.Client, 'query'>,
  kind: BackupKind,
  folder: string | undefined,
  work: () => Promise<[string, Manifest]>,
): Promise<[string, Manifest]> {
  const began = new Date();
  const note = (name: string, rows: number | null, problem: string | null) =>
    client
      .query('INSERT INTO backups (id, kind, name, rows, problem, began_at) VALUES ($1, $2, $3, $4, $5, $6)', [
        newId(),
        kind,
        name,
        rows,
        problem,
        began,
      ]) // prettier-ignore
      // On a schema of before, or a standby, the backup is no worse for it.
      .catch(() => undefined);
  try {
    const [made, manifest] = await work();
    await note(basename(folder ?? made), rowsOf(manifest), null);
    return [made, manifest];
  } catch (error) {
    await note(basename(folder ?? ''), null, (error as Error).message.slice(0, 1_000));
    throw error;
  }
}
