import { DomainError } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { detailsOf } from '#libs/core/errors/problem';

/** Rolls the transaction back because a row failed that had to succeed; carries the outcome of each row. */
export class RolledBack<T> extends Error {
  constructor(readonly outcomes: Outcome<T>[]) {
    super('rolled back');
  }
}

/** Runs rows in a transaction of its own; when they are atomic and one fails, none of them stays. */
export async function runAtomicOrPartial<T>(
  atomic: boolean,
  run: (work: (outcomes: Outcome<T>[]) => void) => Promise<Outcome<T>[]>,
): Promise<{ outcomes: Outcome<T>[]; rolledBack: boolean }> {
  try {
    const outcomes = await run((each) => {
      if (atomic && each.some(isFailure)) throw new RolledBack(each);
    });
    return { outcomes, rolledBack: false };
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return { outcomes: error.outcomes as Outcome<T>[], rolledBack: true };
  }
}

/** The outcome of a row by its name, and the error of a failed one. */
export function toRowResult<Done extends string>(
  outcome: unknown,
  done: Done,
  rolledBack: boolean,
): { outcome: Done | 'failed' | 'rolled_back'; error: Record<string, unknown> | null } {
  if (isFailure(outcome)) return { outcome: 'failed', error: detailsOf(outcome) };
  return { outcome: rolledBack ? 'rolled_back' : done, error: null };
}

/** How many rows came out in each way. */
export function summaryOf<Done extends string>(results: { outcome: string }[], done: Done) {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const counts = {
    requested: results.length,
    [done]: count(done),
    failed: count('failed'),
    rolled_back: count('rolled_back'),
  };
  return counts as Record<Done | 'requested' | 'failed' | 'rolled_back', number>;
}

/** @throws DomainError `validation_failed` when a booking is named twice */
export function requireOnce(list: string, rows: { booking_id: string }[]): void {
  const ids = rows.map(({ booking_id }) => booking_id);
  const errors = ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [{ pointer: `/${list}/${index}/booking_id`, code: 'duplicate', detail: 'must not be named twice' }]
      : [],
  );
  const where = errors.map(({ pointer }) => pointer).join(', ');
  if (errors.length > 0) throw new DomainError('validation_failed', `A booking is named twice: ${where}`, {}, errors);
}
