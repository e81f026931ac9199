import { DomainError } from '#libs/core/errors/domain-error';

/** What came of one among many: a value, or the fact that stopped it. */
export type Outcome<T> = T | DomainError;

export const isFailure = (outcome: unknown): outcome is DomainError => outcome instanceof DomainError;
export const isSuccess = <T>(outcome: Outcome<T>): outcome is T => !isFailure(outcome);
