import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { DomainError } from '#libs/core/errors/domain-error';

const MAX_LENGTH = 128;
// Of 4. Below it a password falls to the lists of common ones, patterns and keyboard runs within 10^8 guesses.
const ENOUGH = 3;
// Judging takes longer than linear time; what is strong is so by its first characters.
const JUDGED_LENGTH = 64;

// Loaded with the first new password: 50,000 common ones take time and memory, and most processes never need them.
let estimator: Promise<ZxcvbnFactory> | undefined;
const loadEstimator = async (): Promise<ZxcvbnFactory> => {
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });
};

/** @throws DomainError `weak_password` with every rule that the password breaks */
export async function requireStrong(password: string, email: string, minLength: number): Promise<void> {
  const errors = [
    [...password].length < minLength && `must have at least ${minLength} characters`,
    [...password].length > MAX_LENGTH && `must have at most ${MAX_LENGTH} characters`,
    password === DEMO_PASSWORD && 'must not be that of the demo accounts, which is public',
    containsEmail(password, email) && 'must not contain the email address',
  ].filter((error): error is string => Boolean(error));
  if (errors.length === 0 && (await isGuessable(password, email))) errors.push('must be harder to guess');
  if (errors.length > 0) throw new DomainError('weak_password', `The password ${errors.join(' and ')}.`);
}

async function isGuessable(password: string, email: string): Promise<boolean> {
  const zxcvbn = await (estimator ??= loadEstimator());
  return zxcvbn.check(password, ['lodge', ...email.toLowerCase().split(/[@.]/)]).score < ENOUGH;
}

function containsEmail(password: string, email: string): boolean {
  const [given, whole] = [password.toLowerCase(), email.toLowerCase()];
  const [name = ''] = whole.split('@');
  // A short name is in many a word.
  return given.includes(whole) || (name.length >= 4 && given.includes(name));
}
