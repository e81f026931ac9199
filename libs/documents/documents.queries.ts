import type { Sql, Transaction } from '#libs/core/database/transaction';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import type { Language } from '#libs/core/languages/catalogue';
import { Document, type DocumentKind } from '#libs/documents/document.entity';
import type { Paper } from '#libs/documents/page';
import type { StudentFilterQuery } from '#libs/students/students.dto';
import type { StudentOrder } from '#libs/students/student-order';
import { columnList } from '#libs/core/database/columns';
import { Job } from '#libs/jobs/job.entity';

/** The order of a document. What the caller may see was decided when the document was requested. */
export interface DocumentOrder {
  students: StudentFilterQuery & { sort_by?: StudentOrder; include_photo: boolean; paper: Paper; welfare: boolean };
  /** `mail`: it is mailed to the student, too. */
  booking: { booking_id: string; reference: string; paper: Paper; mail?: boolean };
  rooming_list: { block_booking: string; paper: Paper };
  departures: { on: string; location_tree?: string | undefined; paper: Paper };
  subject_data: { student: string; paper: Paper };
  roll_call: { location_tree?: string; include_photo: boolean; paper: Paper };
}

/** `language`: that of the request, for a site that has none. */
type Ordered<Kind extends DocumentKind> = DocumentOrder[Kind] & { language?: Language };

export type DocumentRow = { [Kind in DocumentKind]: { kind: Kind; parameters: Ordered<Kind> } }[DocumentKind] & {
  id: string;
  site_id: string;
  object_key: string | null;
  bytes: number | null;
  etag: string | null;
  problem: { code: ProblemCode; detail: string } | null;
  created_at: string;
  requested_by: string;
  requested_by_name: string;
  site_name: string;
  time_zone: string;
  site_language: Language | null;
};

export const addDocument = <Kind extends DocumentKind>(
  tx: Transaction,
  document: Pick<Document, 'siteId' | 'id' | 'requestedBy' | 'createdAt'> & {
    kind: Kind;
    parameters: Ordered<Kind>;
  },
) => tx.repository(Document).insert(document);

const FIND = `
SELECT ${columnList(Document, 'id siteId kind parameters objectKey bytes etag createdAt requestedBy', 'd')}, ${columnList(Job, 'problem', 'j')},
  u.first_name || ' ' || u.last_name AS requested_by_name, h.name AS site_name, h.time_zone, h.language AS site_language
FROM documents d JOIN jobs j ON j.site_id = d.site_id AND j.id = d.id JOIN users u ON u.id = d.requested_by JOIN sites h ON h.id = d.site_id
WHERE d.site_id = $1 AND d.id = $2 AND ($3::uuid IS NULL OR d.requested_by = $3)`;

/** A document; with `by` only for the caller who requested it: another may not be allowed to see its contents. */
export const findDocument = async (sql: Sql, siteId: string, id: string, by: string | null) =>
  (await sql.rows<DocumentRow>(FIND, [siteId, id, by]))[0];

export const keepDocument = (
  tx: Transaction,
  { site_id: siteId, id }: DocumentRow,
  file: { objectKey: string; bytes: number; etag: string },
) => tx.repository(Document).update({ siteId, id }, file);

const PURGE = `
DELETE FROM documents WHERE (site_id, id) IN (
  SELECT site_id, id FROM documents WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columnList(Document, 'siteId id objectKey')}`;
const PURGE_JOBS = `
DELETE FROM jobs WHERE (site_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`;

/** Removes old documents with their jobs, so many at a time; returns the keys of their files, and how many there were. */
export async function purgeDocuments(
  tx: Sql,
  before: Date,
  atOnce: number,
): Promise<{ keys: string[]; count: number }> {
  const gone = await tx.rows<{ site_id: string; id: string; object_key: string | null }>(PURGE, [before, atOnce]);
  await tx.rows(PURGE_JOBS, [gone.map(({ site_id }) => site_id), gone.map(({ id }) => id)]);
  return { keys: gone.map(({ object_key }) => object_key).filter((key) => key !== null), count: gone.length };
}

/** The keys in the object store that the rows name. */
export const DOCUMENT_KEYS = 'SELECT object_key AS key FROM documents WHERE object_key IS NOT NULL';

const NAMED = 'SELECT object_key FROM documents WHERE object_key = ANY($1)';
export const namedObjects = async (sql: Sql, keys: string[]): Promise<Set<string>> =>
  new Set((await sql.rows<{ object_key: string }>(NAMED, [keys])).map(({ object_key }) => object_key));
