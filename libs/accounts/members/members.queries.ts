import type { Sql, Transaction } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import type { Role } from '#libs/accounts/access/permissions';
import { Membership } from '#libs/accounts/members/membership.entity';
import type { MemberResponse } from '#libs/accounts/members/members.dto';
import { columnList, insertInto, update } from '#libs/core/database/columns';
import { SuspendedMember } from '#libs/accounts/members/suspended-member.entity';
import { User } from '#libs/accounts/users/user.entity';

// A person who is only invited is shown with nothing but what the inviting user entered.
const EVERYBODY = `
SELECT u.id AS _id, u.email, u.first_name, u.last_name, m.role, 'active' AS state, u.disabled_at IS NOT NULL AS disabled,
  u.password_hash IS NULL AS invited,
  (SELECT o.state FROM outgoing_mails o WHERE o.user_id = u.id AND o.kind = 'invitation' ORDER BY o.created_at DESC LIMIT 1) AS invitation_mail,
  m.version, m.created_at, m.updated_at
FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.site_id = $1
UNION ALL
SELECT u.id, u.email, u.first_name, u.last_name, m.role, 'suspended', u.disabled_at IS NOT NULL, u.password_hash IS NULL, NULL, m.version,
  m.created_at, m.suspended_at
FROM suspended_members m JOIN users u ON u.id = m.user_id WHERE m.site_id = $1
UNION ALL
SELECT i.id, i.email, coalesce(i.first_name, ''), coalesce(i.last_name, ''), i.role, 'invited', false, true,
  (SELECT o.state FROM outgoing_mails o WHERE o.id = i.mail_id), i.version, i.created_at,
  i.updated_at
FROM invitations i WHERE i.site_id = $1 AND i.accepted_at IS NULL AND i.ended_at IS NULL AND i.expires_at > $2`;

// As people sort, on every machine.
const LIST = `SELECT * FROM (${EVERYBODY}) e ORDER BY last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", _id`;
const FIND = `SELECT * FROM (${EVERYBODY}) e WHERE _id = $3`;

/** Members, suspended ones and open invitations of a site, by name. */
export const listMembers = (sql: Sql, siteId: string, now: Date): Promise<MemberResponse[]> =>
  sql.rows<MemberResponse>(LIST, [siteId, now]);

/** A member by the id of the user, or an invitation by its own. @throws NotFound */
export async function getMember(sql: Sql, siteId: string, id: string, now: Date): Promise<MemberResponse> {
  const [member] = await sql.rows<MemberResponse>(FIND, [siteId, now, id]);
  if (!member) throw new NotFound('The member');
  return member;
}

const LOCK = `SELECT ${columnList(Membership, 'userId role version')} FROM memberships WHERE site_id = $1 ORDER BY user_id FOR UPDATE`;

/**
 * A member, or undefined. All members of the site are locked: two admins cannot demote each other at the same moment.
 */
export async function lockMember(tx: Transaction, siteId: string, userId: string) {
  const members = await tx.rows<{ user_id: string; role: Role; version: number }>(LOCK, [siteId]);
  const member = members.find(({ user_id }) => user_id === userId);
  const admins = members.filter(({ role }) => role === 'admin');
  return member && { ...member, isLastAdmin: member.role === 'admin' && admins.length === 1 };
}

export const setRole = (tx: Transaction, siteId: string, userId: string, role: Role, now: Date) =>
  tx.repository(Membership).update({ siteId, userId }, { role, updatedAt: now });

// The profile must no longer name a site that its user has lost.
const FORGET_SITE = `${update(User, { lastSiteId: 'NULL' })} WHERE id = $2 AND last_site_id = $1 AND NOT owner`;

export async function removeMember(tx: Transaction, siteId: string, userId: string): Promise<void> {
  await tx.repository(Membership).delete({ siteId, userId });
  await tx.rows(FORGET_SITE, [siteId, userId]);
}

const SUSPEND = `
${insertInto(SuspendedMember, 'siteId userId role version createdAt suspendedAt')}
SELECT site_id, user_id, role, version + 1, created_at, $3 FROM memberships WHERE site_id = $1 AND user_id = $2`;

/** Suspends a membership so that it can be resumed. */
export async function suspendMember(tx: Transaction, siteId: string, userId: string, now: Date): Promise<void> {
  await tx.rows(SUSPEND, [siteId, userId, now]);
  await removeMember(tx, siteId, userId);
}

const RESUME = `
WITH back AS (DELETE FROM suspended_members WHERE site_id = $1 AND user_id = $2 RETURNING role, version, created_at)
${insertInto(Membership, 'siteId userId role version createdAt updatedAt')}
SELECT $1, $2, role, version + 1, created_at, $3 FROM back RETURNING role`;

/** Gives a suspended membership back and returns its role; undefined when it does not exist. */
export const resumeMember = async (tx: Sql, siteId: string, userId: string, now: Date): Promise<Role | undefined> =>
  (await tx.rows<{ role: Role }>(RESUME, [siteId, userId, now]))[0]?.role;

const REMOVE_SUSPENDED = 'DELETE FROM suspended_members WHERE site_id = $1 AND user_id = $2 RETURNING role';
export const removeSuspended = async (tx: Sql, siteId: string, userId: string): Promise<Role | undefined> =>
  (await tx.rows<{ role: Role }>(REMOVE_SUSPENDED, [siteId, userId]))[0]?.role;

const ADD = `
${insertInto(Membership, 'siteId userId role createdAt updatedAt')} SELECT $1, $2, $3, $4, $4
WHERE NOT EXISTS (SELECT FROM suspended_members WHERE site_id = $1 AND user_id = $2) ON CONFLICT DO NOTHING RETURNING role`;

/** Creates a membership; false when the user is a member already, or suspended. */
export const addMember = async (tx: Sql, siteId: string, userId: string, role: Role, now: Date): Promise<boolean> =>
  (await tx.rows(ADD, [siteId, userId, role, now])).length > 0;

const STANDING = `
SELECT u.id IS NOT NULL AS known, m.user_id IS NOT NULL OR s.user_id IS NOT NULL AS member
FROM (SELECT lower($2::text) AS email) given LEFT JOIN users u ON lower(u.email) = given.email
LEFT JOIN memberships m ON m.site_id = $1 AND m.user_id = u.id LEFT JOIN suspended_members s ON s.site_id = $1 AND s.user_id = u.id`;

/** Whether an email belongs to an account, and to a member of the site; one statement for either. */
export const findMembershipState = async (sql: Sql, siteId: string, email: string) =>
  (await sql.rows<{ known: boolean; member: boolean }>(STANDING, [siteId, email]))[0] as {
    known: boolean;
    member: boolean;
  };
