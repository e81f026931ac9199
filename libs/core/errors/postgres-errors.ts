import { DomainError } from '#libs/core/errors/domain-error';

interface PostgresError {
  code?: string;
  constraint?: string;
  driverError?: PostgresError;
}

/** SQLSTATE and constraint of a database error, wherever the driver put them. */
export function sqlState(error: unknown): { code?: string; constraint?: string } {
  const found = (error as PostgresError | null)?.driverError ?? (error as PostgresError | null);
  return { code: found?.code, constraint: found?.constraint };
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
export const READ_ONLY = '25006';
export const LOCK_NOT_AVAILABLE = '55P03';
const RETRYABLE = new Set(['40001', '40P01']);
// The last messages of PostgreSQL over a connection, and the socket errors of a broken one: it is unknown how far the
// statement came.
const CONNECTION_LOST =
  /^(08...|57P0.|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
// The last one is TypeORM's: it lets a connection go as soon as it hears of its loss, and the next statement finds none.
const CONNECTION_LOST_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Query runner already released/;

/**
 * Every other code about the state of the server and not about the statement: after some time, or a repair by the operator, the same
 * statement succeeds. PostgreSQL has taken its transaction back.
 */
const SERVER_STATES: [codes: RegExp, detail: string][] = [
  [new RegExp(`^${READ_ONLY}$`), 'The database is read-only at present. Nothing was written.'],
  [/^(53100|58...)$/, 'The database has no room or cannot use its disk. Nothing was written.'],
  [/^53...$/, 'The database has no resources left at present. Nothing was written.'],
  [/^(57...|55...|25P0[34])$/, 'The database did not finish in time. Nothing was written.'],
  // Tables, columns, functions and types that are not there.
  [/^(3F000|42P01|42703|42883|42704)$/, 'The database does not have the schema of this version. Nothing was written.'],
  [/^(28...|3D000|0L...|0P...|42501)$/, 'The database does not let Lodge do this. Nothing was written.'],
  [/^(40...|72...|F0...|HV...|XX...)$/, 'The database failed. Nothing was written.'],
];
const STALE_PLAN = /cached plan must not change result type/;

export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error).code ?? '');

/** Whether the connection broke: what was sent over it may have been done. */
export function isConnectionLost(error: unknown): boolean {
  if (isAbortedUpload(error)) return false;
  const { code = '' } = sqlState(error);
  return CONNECTION_LOST.test(code) || CONNECTION_LOST_MESSAGE.test(messageOf(error));
}

/** Why the database does not serve now, as a sentence for the caller; undefined for any other error. */
export function unavailability(error: unknown): string | undefined {
  if (isConnectionLost(error)) return 'The database does not answer in time. Nothing was written.';
  const { code = '' } = sqlState(error);
  if (STALE_PLAN.test(messageOf(error))) return 'The schema of the database is being changed. Nothing was written.';
  return SERVER_STATES.find(([codes]) => codes.test(code))?.[1];
}

/** Whether another connection may do what this one cannot: its server was demoted, or the schema changed under its plans. */
export const isOutdatedConnection = (error: unknown): boolean =>
  sqlState(error).code === READ_ONLY || STALE_PLAN.test(messageOf(error));

export const isUnavailable = (error: unknown): boolean => unavailability(error) !== undefined;

/** Whether a client disconnected in the middle of its body: Node reports this with the same error as for our own connections. */
export const isAbortedUpload = (error: unknown): boolean =>
  messageOf(error) === 'aborted' && sqlState(error).code === 'ECONNRESET';

const messageOf = (error: unknown): string => (error as Error | null)?.message ?? '';

/** Returns the error that belongs to a violated constraint, or the error itself. */
export function constraintError(error: unknown, errors: Record<string, () => DomainError>): unknown {
  const { code, constraint } = sqlState(error);
  if (code !== UNIQUE_VIOLATION && code !== FOREIGN_KEY_VIOLATION) return error;
  return errors[constraint ?? '']?.() ?? error;
}

/** Runs a write and turns the named constraint violations into facts of the domain. */
export async function mapConstraintErrors<T>(
  errors: Record<string, () => DomainError>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw constraintError(error, errors);
  }
}
