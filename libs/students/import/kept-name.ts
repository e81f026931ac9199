import { exactForm, hasLostSigns, writtenForm } from '#libs/matching/tolerances';

const isShouted = (text: string): boolean =>
  text.toUpperCase() !== text.toLowerCase() && (text === text.toUpperCase() || text === text.toLowerCase());

/**
 * A name as a list has it; as the record has it when the list has no more than lost something of it: signs, hyphens, capital or small letters.
 * Keyboards and old systems lose these, and nobody adds them by mistake.
 */
export function keptName(given: string, stored: string): string {
  const [one, other] = [given, stored].map(writtenForm) as [string, string];
  if (one !== other) return hasLostSigns(other, one) ? stored : given;
  const hasLostCase = isShouted(given) && !isShouted(stored);
  // tOM bAKER, and two blanks for one.
  const isInverted =
    /(?<!\p{L})\p{Ll}\p{Lu}+(?!\p{L})/u.test(given) && !/(?<!\p{L})\p{Ll}\p{Lu}+(?!\p{L})/u.test(stored);
  const hasMoreBlanks = exactForm(given) === exactForm(stored) && given.length > stored.length;
  const hasLostHyphens = stored.includes('-') && !given.includes('-');
  return hasLostCase || isInverted || hasMoreBlanks || hasLostHyphens ? stored : given;
}
