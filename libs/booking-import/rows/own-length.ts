import { Temporal } from 'temporal-polyfill';
import { plain } from '#libs/core/text/plain';
import { numberNamed } from '#libs/matching/number-words';
import { Words } from '#libs/booking-import/rows/words';

/** Words for lengths of stays, by the unit that they count. */
export const UNITS = {
  weeks: `week weeks wk wks kw woche wochen semaine semaines semana semanas settimana settimane weken tydzien tygodnie tygodni tygodnia wythnos wythnosau`,
  months: `month months mth mths monat monate mois mes meses mese mesi maand maanden miesiac miesiace miesiecy mis`,
  years: `year years yr yrs jahr jahre ans annees ano anos anni jaar rok lata lat blwyddyn blynedd`,
};
const LENGTHS = Object.entries(UNITS).map(([unit, words]) => [unit, new Words(words)] as const);
const KINDS = 'contract lease let stay tenancy licence license vertrag mietvertrag contrat bail contrato contratto huurcontract umowa'; // prettier-ignore
/** Words before and after a length that say nothing else. */
const BEFORE = new Words(`for of duration length total laufzeit dauer uber standard paying duree de duracion durata di duur looptijd van czas na contractduur duracao vertragslaufzeit ${KINDS}`); // prettier-ignore
const AFTER = new Words(`total long self catered catering insgesamt gesamt miete rent ${KINDS}`);
const SAYS_MORE =
  /\d|(?<!\p{L})(?:exten|shorten|cut|reduc|mov|less|more|plus|gekurzt|verlang|prolong|reduit|acort|ridott|verleng|ingekort)/u;
/** Nothing beside words: `+44 weeks` are more. */
const BARE = /^[\p{L}\p{N} -]*$/u;
/** From so many on, lengths are round ones. */
const [ROUND, NEARLY_DAYS] = [8, 6];

/** The length that words are, with nothing else: `44 weeks`, `for two years`, `51-week contract`, `Laufzeit 44 Wochen`. */
export function lengthIn(words: readonly string[]): Temporal.DurationLike | undefined {
  const [first = '', unit = '', ...others] = words.slice(words.findIndex((word) => !BEFORE.has(word)));
  const count = /^\d{1,2}$/.test(first) ? Number(first) : numberNamed(first);
  const [name] = LENGTHS.find(([, list]) => list.has(unit)) ?? [];
  const isOther = others.some((word) => !AFTER.has(word));
  return count === undefined || name === undefined || isOther ? undefined : { [name]: count };
}

/** Notes without the parts that say how long the stay is, where that is as long as its days are. */
export function withoutOwnLength(notes: string, start: string | null, end: string | null): string {
  if (start === null || end === null) return notes;
  const parts = notes.split(/([\r\n.;,:()|]+|\s[-–/+]\s)/u);
  const lengths = parts.map((part) => (BARE.test(plain(part)) ? lengthIn(plain(part).match(/\p{L}+|\p{N}+/gu) ?? []) : undefined)); // prettier-ignore
  // `44 weeks, cut to 40` says another one.
  if (SAYS_MORE.test(plain(parts.filter((_, index) => lengths[index] === undefined).join(' ')))) return notes;
  const from = Temporal.PlainDate.from(start);
  const isOwn = (length: Temporal.DurationLike) => {
    const off = Math.abs(from.add(length).until(end, { largestUnit: 'days' }).days);
    return off <= (Math.max(...Object.values(length)) >= ROUND ? NEARLY_DAYS : 1);
  };
  return parts.filter((_, index) => lengths[index] === undefined || !isOwn(lengths[index])).join('');
}
