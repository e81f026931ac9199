import { Temporal } from 'temporal-polyfill';

const UNITS = {
  weeks: 'weeks?|wks?|Wochen?|semaines?|semanas?|settiman[ae]|weken|tygodni(?:e|a)?|wythnos',
  months: 'months?|mths?|Monate?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|miesi(?:ą|a)c[ey]?|mis',
};
const KIND =
  'contract|lease|let|stay|tenancy|licen[cs]e|Vertrag|Mietvertrag|contrat|bail|contrato|contratto|huurcontract|umowa';
/** A part of notes that has nothing but a length: `44 weeks`, `51-week contract`. */
const LENGTH = new RegExp(
  String.raw`(?<=^|[\r\n.;,()|]\s*)(?:for )?(\d{1,2})[- ]?(?:(${UNITS.weeks})|(?:${UNITS.months}))(?:[- ](?:${KIND}))?(?=\s*(?:$|[\r\n.;,()|]))`,
  'giu',
);
const SAYS_MORE =
  /\d|(?<!\p{L})(?:exten|shorten|cut|reduc|mov|less|more|plus|gekürzt|verläng|prolong|réduit|acort|ridott|verleng|ingekort)/iu;
/** From so many on, lengths are round ones. */
const [ROUND, NEARLY_DAYS] = [8, 6];

/** Notes without the parts that say how long the stay is, where that is as long as its days are. */
export function withoutOwnLength(notes: string, start: string | null, end: string | null): string {
  if (start === null || end === null) return notes;
  // `44 weeks, cut to 40` says another one.
  if (SAYS_MORE.test(notes.replace(LENGTH, ''))) return notes;
  return notes.replace(LENGTH, (part, digits: string, weeks: string | undefined) => {
    const count = Number(digits);
    const from = Temporal.PlainDate.from(start);
    const said = from.add(weeks === undefined ? { months: count } : { weeks: count });
    const off = Math.abs(said.until(end, { largestUnit: 'days' }).days);
    return off <= (count >= ROUND ? NEARLY_DAYS : 1) ? '' : part;
  });
}
