import { actorOf, type Caller } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';

type Doer = Pick<Caller, 'userId' | 'name' | 'apiKey'> & Partial<Pick<Caller, 'requestId'>>;

/** What something was done to, as the audit names it. */
export const SUBJECT_KINDS = [
  'user',
  'session',
  'membership',
  'invitation',
  'api_key',
  'site',
  'student',
  'location',
  'location_type',
  'flag',
  'welfare_state',
  'category',
  'cancellation_code',
  'sla_policy',
  'block_booking',
  'booking',
  'import',
  'document',
  'closure',
  'calendar_feed',
  'waiting_entry',
  'job',
  'webhook',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface Deed {
  siteId: string | null;
  action: string;
  subjectKind: SubjectKind;
  subjectId: string;
  changes?: { field: string; from: unknown; to: unknown }[];
}

const RECORD = `
INSERT INTO audit_events (id, site_id, at, actor_type, actor_id, actor_name, action, subject_kind, subject_id, changes, request_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Writes down who did what to whom, in the transaction that does it. Without a caller it was the system. */
export async function recordAudit(sql: Sql, caller: Doer | undefined, at: Date, deed: Deed): Promise<void> {
  const actor = actorOf(caller);
  const { siteId, action, subjectKind, subjectId, changes = [] } = deed;
  const values = [
    newId(),
    siteId,
    at,
    actor.type,
    actor.id,
    actor.name,
    action,
    subjectKind,
    subjectId,
    JSON.stringify(changes),
    caller?.requestId ?? null,
  ];
  await sql.rows(RECORD, values);
}

const RECORD_MANY = `
INSERT INTO audit_events (id, site_id, at, actor_type, actor_id, actor_name, action, subject_kind, subject_id, changes, request_id)
SELECT d.id, d.site_id, $2, $6, $3, $4, d.action, d.subject_kind, d.subject_id, d.changes, $5
FROM jsonb_to_recordset($1) AS d (id uuid, site_id uuid, action text, subject_kind text, subject_id uuid, changes jsonb)`;

/** Writes down many deeds in one statement. */
export async function recordAudits(sql: Sql, caller: Doer | undefined, at: Date, deeds: Deed[]): Promise<void> {
  const records = deeds.map(({ siteId, action, subjectKind, subjectId, changes = [] }) => ({
    id: newId(),
    site_id: siteId,
    action,
    subject_kind: subjectKind,
    subject_id: subjectId,
    changes,
  }));
  const actor = actorOf(caller);
  await sql.rows(RECORD_MANY, [
    JSON.stringify(records),
    at,
    actor.id,
    actor.name,
    caller?.requestId ?? null,
    actor.type,
  ]);
}
