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
const RETRYABLE = new Set(['40001', '40P01']);
// Classes 08 and 57P: the server went away or is starting; the rest are the socket's own words for it.
const UNAVAILABLE = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/;

export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error).code ?? '');

export function isUnavailable(error: unknown): boolean {
  return (
    UNAVAILABLE.test(sqlState(error).code ?? '') || UNAVAILABLE_MESSAGE.test((error as Error | null)?.message ?? '')
  );
}

/** Answers the error that belongs to a violated constraint, or the error itself. */
export function constraintError(error: unknown, errors: Record<string, () => DomainError>): unknown {
  const { code, constraint } = sqlState(error);
  if (code !== UNIQUE_VIOLATION && code !== FOREIGN_KEY_VIOLATION) return error;
  return errors[constraint ?? '']?.() ?? error;
}

/** Runs a write and turns the named constraint violations into facts of the domain. */
export async function naming<T>(errors: Record<string, () => DomainError>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw constraintError(error, errors);
  }
}
