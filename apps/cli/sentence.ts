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
  return fileSentence(error) ?? message;
}

const FILE_FAULTS: Record<string, string> = {
  EACCES: 'this user may not write there, or not read it',
  EPERM: 'this user may not do that there',
  EROFS: 'it can only be read',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'no space is left on the device',
};

function fileSentence(error: unknown): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const reason = FILE_FAULTS[code];
  return reason && path ? `${path}: ${reason} (${code}).` : undefined;
}

// A name with several addresses fails once for each, under an error without a message.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
