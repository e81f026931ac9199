import { actorOf, type Caller } from '#libs/accounts/access/access';
import { insertInto } from '#libs/core/database/columns';
import type { Sql } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import { type AuditCause, AuditEvent } from '#libs/accounts/audit/audit-event.entity';

type Author = Pick<Caller, 'userId' | 'name' | 'apiKey'> & Partial<Pick<Caller, 'requestId'>>;

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

export interface AuditEntry {
  siteId: string | null;
  action: string;
  subjectKind: SubjectKind;
  subjectId: string;
  changes?: { field: string; from: unknown; to: unknown }[];
}

const COLUMNS = 'id siteId at actorType actorId actorName action subjectKind subjectId changes requestId';
/** Inserts entries of the audit that have no larger cause; a SELECT of these columns follows. */
export const INSERT_AUDIT = insertInto(AuditEvent, COLUMNS);

/** Records a change with its actor and its subject, in the transaction of the change. Without a caller the actor is the system. */
export const recordAudit = (sql: Sql, caller: Author | undefined, at: Date, entry: AuditEntry): Promise<void> =>
  recordAudits(sql, caller, at, [entry]);

const RECORD = `${insertInto(AuditEvent, `${COLUMNS} causeKind causeId`)}
SELECT d.id, d.site_id, $2, $6, $3, $4, d.action, d.subject_kind, d.subject_id, d.changes, $5, $7, $8
FROM jsonb_to_recordset($1) AS d (id uuid, site_id uuid, action text, subject_kind text, subject_id uuid, changes jsonb)`;

/** Writes down many entries in one statement, and the larger operation of which they are a part. */
export async function recordAudits(
  sql: Sql,
  caller: Author | undefined,
  at: Date,
  entries: AuditEntry[],
  cause?: AuditCause,
): Promise<void> {
  const records = entries.map(({ siteId, action, subjectKind, subjectId, changes = [] }) => ({
    id: newId(),
    site_id: siteId,
    action,
    subject_kind: subjectKind,
    subject_id: subjectId,
    changes,
  }));
  const actor = actorOf(caller);
  const by = [actor.id, actor.name, caller?.requestId ?? null, actor.type];
  await sql.rows(RECORD, [JSON.stringify(records), at, ...by, cause?.kind ?? null, cause?.id ?? null]);
}
