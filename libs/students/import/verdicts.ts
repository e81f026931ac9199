import type { KeyedRow, Known } from '#libs/students/import/known';
import type { Cause } from '#libs/students/import/rows';

/** The outcome of a row: a change of `known`, a new student when that is null, or nothing because of `cause`. */
export interface Verdict {
  row: KeyedRow;
  known: Known | null;
  cause: Cause | null;
  /** The number of the person: rows about one person have the same number. */
  person: number;
  /** The student whom the cause is about; null when there is none. */
  existing: string | null;
  /** It has cells that are those of other rows: only in its names and its email, or in any column. */
  mixed?: 'names' | 'any';
}

/** Refuses a row with cells that are hardly those of one person. */
export function refuseMixed(
  verdict: Verdict,
  mixed: 'names' | 'any',
  existing: string | null = verdict.known?.id ?? null,
): void {
  if (verdict.cause === null) Object.assign(verdict, { cause: 'identity_conflict', existing, mixed });
}

/** The rows that are not refused so far. */
export const open = (verdicts: Verdict[]) => verdicts.filter(({ cause }) => cause === null);

/** The existing students, by the identities that rows name them with. */
export class Register {
  private readonly byStudentId: Map<string, Known>;
  private readonly byEmail: Map<string, Known>;

  constructor(known: Known[]) {
    this.byStudentId = new Map(known.map((each) => [each.student_key, each]));
    this.byEmail = new Map(known.flatMap((each) => (each.email_key === null ? [] : [[each.email_key, each]])));
  }

  withStudentId = ({ student_key: key }: KeyedRow) => (key === null ? undefined : this.byStudentId.get(key));
  withEmail = ({ email_key: key }: KeyedRow) => (key === null ? undefined : this.byEmail.get(key));
  /** The students whom a row names: one, or two when its student id and its email belong to different students. */
  namedBy = (row: KeyedRow): Known[] => [this.withStudentId(row), this.withEmail(row)].flatMap((each) => each ?? []);
}
