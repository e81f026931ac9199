import { randomBytes } from 'node:crypto';
import { sha256 } from '#libs/core/text/sha256';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { purge } from '#libs/core/database/purge';
import { newId } from '#libs/core/http/ids';
import type { Role } from '#libs/accounts/access/permissions';
import { Invitation } from '#libs/accounts/members/invitation.entity';
import type { OwnInvitationResponse } from '#libs/accounts/members/invitations.dto';
import { columnList, columnsAs, insertInto, update } from '#libs/core/database/columns';

const LIFETIME_MS = 7 * 86_400_000;

const OPEN = 'i.accepted_at IS NULL AND i.ended_at IS NULL';
const GIVE_UP = `
${update(Invitation, { endedAt: '$3' }, 'i')} WHERE i.site_id = $1 AND lower(i.email) = lower($2) AND ${OPEN} AND i.expires_at <= $3`;
const INSERT = `
${insertInto(Invitation, 'id siteId email firstName lastName role tokenHash invitedBy inviterName createdAt updatedAt expiresAt')}
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
ON CONFLICT (site_id, lower(email)) WHERE accepted_at IS NULL AND ended_at IS NULL DO NOTHING RETURNING id`;

export interface NewInvitation {
  siteId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  by: string | null;
  inviter: string;
  now: Date;
}

/** Writes an invitation down and returns its id and token; undefined when there is an open one. */
export async function insertInvitation(
  tx: Sql,
  given: NewInvitation,
): Promise<{ id: string; token: string } | undefined> {
  const { siteId, email, firstName, lastName, role, by, inviter, now } = given;
  const [id, token] = [newId(), randomBytes(32).toString('base64url')];
  await tx.rows(GIVE_UP, [siteId, email, now]);
  const expiry = new Date(now.getTime() + LIFETIME_MS);
  const values = [id, siteId, email, firstName, lastName, role, sha256(token), by, inviter, now, expiry];
  return (await tx.rows(INSERT, values)).length > 0 ? { id, token } : undefined;
}

export interface InvitationRow {
  id: string;
  site_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  version: number;
}

const COLUMNS = 'i.id, i.site_id, i.email, i.first_name, i.last_name, i.role, i.version';
const IN_SITE = `
SELECT ${COLUMNS} FROM invitations i WHERE i.site_id = $1 AND i.id = $2 AND ${OPEN} AND i.expires_at > $3 FOR UPDATE`;

/** Locks an open invitation of a site. */
export const lockInvitation = async (tx: Sql, siteId: string, id: string, now: Date) =>
  (await tx.rows<InvitationRow>(IN_SITE, [siteId, id, now]))[0];

const OF_USER = `
SELECT ${COLUMNS} FROM invitations i JOIN users u ON lower(u.email) = lower(i.email)
WHERE u.id = $1 AND i.id = $2 AND ${OPEN} AND i.expires_at > $3 FOR UPDATE OF i`;

/** Locks an open invitation that is for a user. */
export const lockOwnInvitation = async (tx: Sql, userId: string, id: string, now: Date) =>
  (await tx.rows<InvitationRow>(OF_USER, [userId, id, now]))[0];

const BY_TOKEN = `SELECT ${COLUMNS} FROM invitations i WHERE i.token_hash = $1 AND ${OPEN} AND i.expires_at > $2 FOR UPDATE`;

/** Locks the open invitation that a token of a mail is for. */
export const lockInvitationByToken = async (tx: Sql, token: string, now: Date) =>
  (await tx.rows<InvitationRow>(BY_TOKEN, [sha256(token), now]))[0];

export const acceptInvitation = (tx: Transaction, id: string, userId: string, now: Date) =>
  tx.repository(Invitation).update({ id }, { acceptedAt: now, updatedAt: now, userId });

export const noteMail = (tx: Transaction, id: string, mailId: string) =>
  tx.repository(Invitation).update({ id }, { mailId });

export const endInvitation = (tx: Transaction, id: string, now: Date) =>
  tx.repository(Invitation).update({ id }, { endedAt: now, updatedAt: now });

export const setInvitedRole = (tx: Transaction, id: string, role: Role, now: Date) =>
  tx.repository(Invitation).update({ id }, { role, version: () => 'version + 1', updatedAt: now });

const OWN = `
SELECT i.id AS _id, json_build_object('_id', s.id, 'name', s.name) AS site, ${columnsAs(Invitation, { role: 'role', invited_by: 'inviterName' }, 'i')}, ${columnList(Invitation, 'createdAt expiresAt', 'i')}
FROM invitations i JOIN users u ON lower(u.email) = lower(i.email) JOIN sites s ON s.id = i.site_id
WHERE u.id = $1 AND ${OPEN} AND i.expires_at > $2 ORDER BY i.created_at, i.id`;

/** The open invitations for a user, the oldest first. */
export const listOwnInvitations = (sql: Sql, userId: string, now: Date): Promise<OwnInvitationResponse[]> =>
  sql.rows<OwnInvitationResponse>(OWN, [userId, now]);

/** Removes invitations that ended, or were accepted or declined, before an instant. */
export const purgeInvitations = (sql: Sql, before: Date) => purge(sql, 'invitations', 'expires_at < $1', [before]);
