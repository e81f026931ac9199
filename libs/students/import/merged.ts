import type { FormerIdentity } from '#libs/matching/merged-people.queries';
import type { Candidate } from '#libs/students/import/possible-matches';
import type { KeyedRow, Known } from '#libs/students/import/known';

/** Rows, of which those that name a record by what it was called before it was merged name the one that stayed. */
export interface Followed {
  rows: KeyedRow[];
  /** The people whom a former email names, in a row with a student id that nobody has. */
  candidates: Candidate[];
}

/**
 * A list of another system continues to name both records of a person. A former student id is read as the present one; a former email
 * says who is meant where the row has no student id, and is a question where it has one of somebody new.
 */
export function followMerged(rows: KeyedRow[], known: Known[], former: FormerIdentity[], survivors: Known[]): Followed {
  if (former.length === 0) return { rows, candidates: [] };
  const [ids, emails] = [new Set(known.map((each) => each.student_key)), new Set(known.map((each) => each.email_key))];
  const survivor = new Map(survivors.map((each) => [each.id, each]));
  const byId = new Map(former.map((each) => [each.student_id.toLowerCase(), survivor.get(each.id)]));
  const byEmail = new Map(former.map((each) => [each.email?.toLowerCase(), survivor.get(each.id)]));
  const candidates: Candidate[] = [];
  const followed = rows.map((row): KeyedRow => {
    const { student_key: id, email_key: email } = row;
    if (id !== null && ids.has(id)) return row;
    const meant = id === null ? undefined : byId.get(id);
    if (meant) return named(row, meant);
    const written = email !== null && !emails.has(email) ? byEmail.get(email) : undefined;
    if (!written) return row;
    if (id === null) return named(row, written);
    const { student_id, date_of_birth, location } = written;
    candidates.push({ row: row.index, id: written.id, student_id, email: written.email, date_of_birth, location, by: 'merged' }); // prettier-ignore
    return row;
  });
  return { rows: followed, candidates };
}

const named = (row: KeyedRow, { student_id, student_key }: Known): KeyedRow => ({ ...row, student_id, student_key });
