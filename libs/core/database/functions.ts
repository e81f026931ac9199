import { createHash } from 'node:crypto';
import { FUNCTIONS } from '#libs/occupancy/functions/functions';

/** A function of the database as this version of Lodge has it. */
export interface CurrentFunction {
  signature: string;
  text: string;
  checksum: string;
}

/** The functions that `migrate` applies after the migrations, whenever their text has changed. */
export const CURRENT_FUNCTIONS: readonly CurrentFunction[] = FUNCTIONS.map(({ signature, text }) => ({
  signature,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
}));

interface Queries {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

const APPLIED = 'SELECT signature, checksum FROM schema_functions';
const RECORD = `
INSERT INTO schema_functions (signature, checksum, applied_at) VALUES ($1, $2, now())
ON CONFLICT (signature, checksum) DO UPDATE SET applied_at = excluded.applied_at`;

/**
 * Brings the functions up to date, all or none. The record of what an older version applied is kept, so that it can start next to
 * a newer one.
 * @returns the signatures of those that changed
 */
export async function applyFunctions(connection: Queries): Promise<string[]> {
  const applied = (await connection.query(APPLIED)) as { signature: string; checksum: string }[];
  const isApplied = ({ signature, checksum }: CurrentFunction) =>
    applied.some((row) => row.signature === signature && row.checksum === checksum);
  const pending = CURRENT_FUNCTIONS.filter((each) => !isApplied(each));
  if (pending.length === 0) return [];
  await connection.query('BEGIN');
  try {
    for (const { signature, text, checksum } of pending) {
      await connection.query(text);
      await connection.query(RECORD, [signature, checksum]);
    }
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  }
  return pending.map(({ signature }) => signature);
}
