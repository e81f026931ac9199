import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import type { ReferenceKind } from '#libs/core/http/references';

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

export const sourceOf = (kind: ReferenceKind, by: string): Source | undefined => SOURCES[kind][by];

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

const MOST_CANDIDATES = 5;
const similar = ({ from, code, name }: Source): string => `
SELECT r.id AS _id, ${code} AS code, ${name} AS name FROM ${from} r
WHERE r.site_id = $1 AND ${code} IS NOT NULL${from === 'students' ? ' AND r.deleted_at IS NULL' : ''}
  AND (similarity(lower(${code}), lower($2)) > 0.2 OR similarity(lower(${name}), lower($2)) > 0.4)
ORDER BY greatest(similarity(lower(${code}), lower($2)), similarity(lower(${name}), lower($2))) DESC, ${code}, r.id LIMIT ${MOST_CANDIDATES}`;

/** The records whose code or name is most like a text. */
export const findSimilar = (sql: Sql, siteId: string, source: Source, text: string) =>
  sql.rows<Candidate>(similar(source), [siteId, text]);
