import { DomainError } from '#libs/core/errors/domain-error';

/** The outcome of one among many: a value, or the error that refused it. */
export type Outcome<T> = T | DomainError;

/** A fact of the domain is an outcome of its own; anything else is thrown. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

export const isFailure = (outcome: unknown): outcome is DomainError => outcome instanceof DomainError;
export const isSuccess = <T>(outcome: Outcome<T>): outcome is T => !isFailure(outcome);
