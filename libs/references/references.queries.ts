import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import type { CodedReference, ReferenceKind } from '#libs/core/http/references';

/** What a code of a kind is compared with: a table, the condition of a match, what people call the record. */
interface Source {
  from: string;
  /** Compares the record `r` with the text `g.text`; each has an index. */
  match: string;
  /** How a candidate is described: by its code and its name. */
  code: string;
  name: string;
}

const BY_NAME = (from: string): Source => ({
  from,
  match: 'lower(r.name) = lower(g.text)',
  code: 'r.name',
  name: 'r.name',
});
const STUDENT = { from: 'students', name: recordName('r') };

const SOURCES: Record<ReferenceKind, Record<string, Source>> = {
  location: { code: { from: 'locations', match: 'lower(r.code) = lower(g.text)', code: 'r.code', name: 'r.name' } },
  student: {
    student_id: {
      ...STUDENT,
      match: 'lower(r.student_id) = lower(g.text) AND r.deleted_at IS NULL',
      code: 'r.student_id',
    },
    email: { ...STUDENT, match: 'lower(r.email) = lower(g.text) AND r.deleted_at IS NULL', code: 'r.email' },
  },
  booking: {
    reference: { from: 'bookings', match: 'r.reference = upper(g.text)', code: 'r.reference', name: 'r.status' },
  },
  flag: { name: BY_NAME('flags') },
  location_type: { name: BY_NAME('location_types') },
  block_booking: { name: BY_NAME('block_bookings') },
  welfare_state: { name: BY_NAME('welfare_states') },
};

// An id as it is stored, or a text that is not an id and matches nothing.
const BY_ID = { match: `r.id = CASE WHEN pg_input_is_valid(g.text, 'uuid') THEN g.text::uuid END` };

export const sourceOf = (kind: ReferenceKind, by: string): Source | undefined => {
  const [first] = Object.values(SOURCES[kind]);
  return by === 'id' && first ? { ...first, ...BY_ID } : SOURCES[kind][by];
};

export interface Candidate {
  _id: string;
  code: string;
  name: string;
}

const found = ({ from, match, code, name }: Source): string => `
SELECT g.n::int AS n, r.id AS _id, ${code} AS code, ${name} AS name
FROM unnest($2::text[]) WITH ORDINALITY AS g (text, n) JOIN ${from} r ON r.site_id = $1 AND ${match}`;

/** The records that texts name, each with the place of its text, from 1. */
export const findNamed = (sql: Sql, siteId: string, source: Source, texts: string[]) =>
  sql.rows<Candidate & { n: number }>(found(source), [siteId, texts]);

/** By which codes the records are found that became part of another one. */
const FORMER_CODES: Record<string, string> = { student_id: 's.student_id', email: 's.email' };

// A record that stayed may have become part of another one later. Few records were ever merged.
const former = (column: string, last: string): string => `
WITH RECURSIVE gone AS (
  SELECT g.n, m.merged_id AS first, m.kept_id AS id FROM unnest($2::text[]) WITH ORDINALITY AS g (text, n)
  JOIN student_merges m ON m.site_id = $1 AND m.undone_at IS NULL
  JOIN students s ON s.site_id = $1 AND s.id = m.merged_id AND s.deleted_at IS NOT NULL AND s.erased_at IS NULL
    AND lower(${column}) = lower(g.text)
  UNION SELECT o.n, o.first, m.kept_id FROM gone o
  JOIN student_merges m ON m.site_id = $1 AND m.merged_id = o.id AND m.undone_at IS NULL)
SELECT DISTINCT o.n::int AS n, r.id AS _id, r.student_id AS code, ${recordName('r')} AS name
FROM gone o JOIN students r ON r.site_id = $1 AND r.id = ${last}`;

/** The people whose records of a code became part of another: that other record, as it is now, or the record itself. */
export async function findFormer(sql: Sql, siteId: string, by: string, texts: string[], isMerged: boolean) {
  const column = FORMER_CODES[by];
  if (!column || texts.length === 0) return [];
  const query = former(column, isMerged ? 'o.first' : 'o.id AND r.deleted_at IS NULL');
  return sql.rows<Candidate & { n: number }>(query, [siteId, texts]);
}

const MOST_CANDIDATES = 5;
const similar = ({ from, code, name }: Source): string => `
SELECT r.id AS _id, ${code} AS code, ${name} AS name FROM ${from} r
WHERE r.site_id = $1 AND ${code} IS NOT NULL${from === 'students' ? ' AND r.deleted_at IS NULL' : ''}
  AND (similarity(lower(${code}), lower($2)) > 0.2 OR similarity(lower(${name}), lower($2)) > 0.4)
ORDER BY greatest(similarity(lower(${code}), lower($2)), similarity(lower(${name}), lower($2))) DESC, ${code}, r.id LIMIT ${MOST_CANDIDATES}`;

// PostgreSQL has no other texts.
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** So many references of a request are returned with candidates; a file of wrong codes is wrong in its first rows, too. */
export const MOST_EXPLAINED = 20;

/** The records whose code or name is most like what a reference says: none for an id. */
export async function findSimilar(
  sql: Sql,
  siteId: string,
  { kind, by, text }: Pick<CodedReference, 'kind' | 'by' | 'text'>,
): Promise<Candidate[]> {
  // What people wrote without the prefix, or with that of another kind, may still be a code.
  const source = sourceOf(kind, by) ?? sourceOf(kind, 'id');
  return !source || isId(text) || !isStorable(text) ? [] : sql.rows<Candidate>(similar(source), [siteId, text]);
}
