import { open, type Register, type Verdict } from '#libs/students/import/verdicts';

/**
 * Refuses emails that would move from one student to another, and the emails that would replace them. Emails that are one row
 * too low, and exchanged ones, look the same as a correction.
 */
export function refuseMovedEmails(verdicts: Verdict[], register: Register): void {
  const claimed = new Set<string>();
  for (const verdict of verdicts) {
    const [known, holder] = [register.withStudentId(verdict.row), register.withEmail(verdict.row)];
    if (!known || !holder || known.id === holder.id) continue;
    claimed.add(holder.id);
    if (verdict.cause === null) Object.assign(verdict, { cause: 'email_in_use', existing: holder.id });
  }
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    const isChanged = row.email_key !== null && row.email_key !== known?.email_key;
    if (known && isChanged && claimed.has(known.id)) Object.assign(verdict, { cause: 'identity_conflict', existing: known.id }); // prettier-ignore
  }
}
