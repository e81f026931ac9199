import type { Client } from 'pg';
import { COUNT_MAILS } from '#libs/core/mail/outbox.queries';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';

const FIX =
  'Look at the log of the workers, and at the column reason of the table outgoing_mails; correct MAIL_URL, or the address of the person.';

/** Whether mails that were promised are sent. */
export async function checkMails(database: Client): Promise<Finding[]> {
  const { rows } = await database.query<{ waiting: number; late: number; failed: number }>(COUNT_MAILS);
  const { waiting, late, failed } = rows[0] ?? { waiting: 0, late: 0, failed: 0 };
  if (late === 0 && failed === 0) return [ok(`Mails are sent as they are promised; ${waiting} wait.`)];
  return [
    ...(late > 0 ? [warning(`${late} mails wait for more than 15 minutes`, FIX)] : []),
    ...(failed > 0 ? [warning(`${failed} mails could not be sent in the last week`, FIX)] : []),
  ];
}
