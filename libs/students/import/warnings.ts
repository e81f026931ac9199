import type { Sql } from '#libs/core/database/transaction';
import type { StudentWarningResponse } from '#libs/students/duplicates.dto';
import { findDuplicatesOf } from '#libs/students/duplicates.queries';
import { findFormerClaims } from '#libs/students/former-identities.queries';
import type { Step } from '#libs/students/import/plan';

const NAMING = ['first_name', 'last_name', 'date_of_birth'];
const IDENTIFYING = ['student_id', 'email'];

/** What an import warns of: the same people twice, and the identities of records that were merged. */
export async function warningsOf(
  sql: Sql,
  site: { id: string; historyWindowDays: number },
  steps: Step[],
  now: Date,
): Promise<StudentWarningResponse[]> {
  const gets = ({ changes }: Step, names: string[]) => changes.some(({ field }) => names.includes(field));
  const renamed = steps.filter((step) => step.verdict.known && gets(step, NAMING));
  const identified = steps.filter((step) => !step.verdict.known || gets(step, IDENTIFYING));
  return [
    ...(await findDuplicatesOf(sql, site.id, renamed.map(({ record }) => record))), // prettier-ignore
    ...(await findFormerClaims(sql, site, identified.map(({ record }) => record), now)), // prettier-ignore
  ];
}
