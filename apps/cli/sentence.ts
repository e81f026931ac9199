import { isUnavailable, sqlState } from '#libs/core/errors/postgres-errors';

// A table, a column or a schema that this version expects is not there.
const NOT_MIGRATED = new Set(['42P01', '42703', '3F000']);

/** Whether the operator wants to see stacks. */
export const isDebug = (): boolean => Boolean(process.env.DEBUG);

/** What went wrong, and what to do about it where that is known. */
export function sentenceOf(error: unknown): string {
  const message = messageOf(error);
  if (NOT_MIGRATED.has(sqlState(error).code ?? ''))
    return `The database does not have the schema of this version (${message}). Run the command migrate first.`;
  if (isUnavailable(error)) return `PostgreSQL cannot be reached at DATABASE_URL (${message}).`;
  return message;
}

// A name with several addresses fails once for each, under an error without a message.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
