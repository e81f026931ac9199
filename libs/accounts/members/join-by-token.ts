import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { newId } from '#libs/core/http/ids';
import { recordAudit } from '#libs/accounts/audit/audit';
import { type InvitationRow, lockInvitationByToken } from '#libs/accounts/members/invitations.queries';
import { join } from '#libs/accounts/members/invitations.service';
import { insertInto } from '#libs/core/database/columns';
import { User } from '#libs/accounts/users/user.entity';

const KNOWN = 'SELECT FROM users WHERE lower(email) = lower($1)';
const CREATE = `
${insertInto(User, 'id email firstName lastName passwordHash createdAt updatedAt')} VALUES ($1, $2, $3, $4, $5, $6, $6)
ON CONFLICT (lower(email)) DO NOTHING RETURNING id`;

interface Newcomer {
  token: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Checks the password for an email, and hashes it. */
  hash: (email: string) => Promise<string>;
}

/**
 * Creates an account for an invited person without one, and their membership; false when no open invitation has the token.
 * @throws DomainError `reset_token_invalid` when the email has an account: that is not to be taken over by a link of a site;
 * `validation_failed` when no name is known
 */
export async function joinByToken(tx: Transaction, newcomer: Newcomer, now: Date): Promise<boolean> {
  const invitation = await lockInvitationByToken(tx, newcomer.token, now);
  if (!invitation) return false;
  const { email } = invitation;
  if ((await tx.rows(KNOWN, [email])).length > 0) throw hasAccount();
  const { first, last } = requireName(invitation, newcomer);
  const id = newId();
  const hash = await newcomer.hash(email);
  if ((await tx.rows(CREATE, [id, email, first, last, hash, now])).length === 0) throw hasAccount();
  const self = { userId: id, name: `${first} ${last}` };
  await recordAudit(tx, self, now, { siteId: null, action: 'user.created', subjectKind: 'user', subjectId: id });
  await join(tx, invitation, self, now);
  return true;
}

const hasAccount = () =>
  new DomainError(
    'reset_token_invalid',
    'You have an account with this email address. Log in with it and accept the invitation there.',
  );

function requireName({ first_name, last_name }: InvitationRow, { firstName, lastName }: Newcomer) {
  const [first, last] = [firstName ?? first_name, lastName ?? last_name];
  const missing = [!first && '/first_name', !last && '/last_name'].filter((pointer) => pointer !== false);
  if (first && last) return { first, last };
  const errors = missing.map((pointer) => ({
    pointer,
    code: 'required',
    detail: 'is required: the invitation has none',
  }));
  throw new DomainError('validation_failed', 'The invitation does not say your name; send it, too.', {}, errors);
}
