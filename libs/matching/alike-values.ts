import { isOneSlip } from '#libs/matching/one-slip';
import { LOOK_ALIKES } from '#libs/matching/text';

const [LOOKS, LIKE] = LOOK_ALIKES;
const shapeOf = (text: string): string =>
  [...text.toLowerCase()].map((letter) => LIKE[LOOKS.indexOf(letter)] ?? letter).join('').replaceAll('rn', 'm'); // prettier-ignore
const localPart = (email: string): string => email.slice(0, Math.max(email.lastIndexOf('@'), 0));

/** Whether two email addresses can be one of which one is mistyped: one letter, letters that look alike, or another domain. */
export function areAlikeEmails(one: string, other: string): boolean {
  const [left, right] = [shapeOf(one), shapeOf(other)];
  return left === right || isOneSlip(left, right) || localPart(left) === localPart(right);
}

const DAY_MS = 86_400_000;

/** Whether two days, YYYY-MM-DD, can be one of which one is mistyped: the same, neighbours, day and month exchanged, or one digit. */
export function areAlikeDays(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  return (
    other === `${year}-${day}-${month}` ||
    Math.abs(Date.parse(one) - Date.parse(other)) <= DAY_MS ||
    (one.length === other.length && isOneSlip(one, other))
  );
}
