import type { BYTES, Encoding } from '#libs/core/csv/encodings';
import { COLOUR, SECTION } from '#libs/core/csv/section-lines';
import { DomainError, InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import { type DeclaredColumns, type Meaning, MEANINGS } from '#libs/booking-import/columns/columns';
import type { DateOrder } from '#libs/core/time/date-orders';
import type { DateStyle } from '#libs/booking-import/dates/date-style';
import { refuseContradictory } from '#libs/booking-import/resolutions/one-decision';
import { type StatedStatus, STATED_STATUSES, statedStatus, statusWordsOf } from '#libs/matching/status-words';

/** From which year the numbers of a file count days. */
export const DATE_SYSTEMS = ['1900', '1904'] as const;
export type DateSystem = (typeof DATE_SYSTEMS)[number];
/** What the last days of a file are: the days on which people leave, or the last nights before. */
export const STAY_ENDS = ['departure', 'last_night'] as const;
export type StayEnd = (typeof STAY_ENDS)[number];
export type StatusWords = Record<string, StatedStatus>;

/** What somebody declared about a file as a whole. */
export interface Declared {
  columns?: DeclaredColumns | undefined;
  date_order?: DateOrder | undefined;
  date_system?: DateSystem | undefined;
  stay_end?: StayEnd | undefined;
  status_words?: StatusWords | undefined;
  encoding?: Encoding | typeof BYTES | undefined;
}

/** How many columns, and words, may be declared. */
const MOST = 1_000;

/** What a request declares. @throws DomainError `validation_failed` for what a column or a word cannot mean, `contradictory_decisions` */
export function declaredIn({ columns, date_order, date_system, stay_end, status_words, encoding }: Declared): Declared {
  requireOneOf('columns', columns, MEANINGS satisfies readonly Meaning[]);
  requireOneMeaning(columns);
  requireOneOf('status_words', status_words, STATED_STATUSES);
  requireNewWords(status_words);
  return {
    ...(columns !== undefined && { columns }),
    ...(date_order !== undefined && { date_order }),
    ...(date_system !== undefined && { date_system }),
    ...(stay_end !== undefined && { stay_end }),
    ...(status_words !== undefined && { status_words }),
    ...(encoding !== undefined && { encoding }),
  };
}

/** @throws DomainError `contradictory_decisions` for a header that is declared twice, with other blanks around it, as different fields */
function requireOneMeaning(columns: DeclaredColumns = {}): void {
  const said = new Map<string, Meaning>();
  refuseContradictory(
    Object.entries(columns).flatMap(([header, meaning]) => {
      const other = said.get(header.trim()) ?? meaning;
      said.set(header.trim(), other);
      const detail = `is declared as ${meaning}, and with other blanks as ${other}; declare it once`;
      return other === meaning ? [] : [{ pointer: `/columns/${pointerToken(header)}`, detail }];
    }),
  );
}

function requireOneOf(field: string, given: Record<string, unknown> = {}, allowed: readonly string[]): void {
  const entries = Object.entries(given);
  if (entries.length > MOST) throw new DomainError('validation_failed', `/${field} must have at most ${MOST} entries`);
  for (const [name, meaning] of entries)
    if (!allowed.includes(meaning as string))
      throw new InvalidField(
        'validation_failed',
        `/${field}/${pointerToken(name)}`,
        `must be one of ${allowed.join(', ')}`,
      );
}

/** A declaration says what unknown words mean: it neither changes what a word is known to say, nor says two things of one word. */
function requireNewWords(words: StatusWords = {}): void {
  const declared = statusWordsOf(words);
  for (const [word, status] of Object.entries(words)) {
    const known = statedStatus(word, declared);
    if (known !== status)
      throw new InvalidField('validation_failed', `/status_words/${pointerToken(word)}`, `is known to say ${known}; correct the cells of the rows in which it says ${status}`); // prettier-ignore
  }
}

/** What was declared of a file: before, and now; what is said now counts. */
export const bothDeclared = (before: Declared, now: Declared): Declared => ({
  ...before,
  ...now,
  ...((before.columns ?? now.columns) && { columns: { ...before.columns, ...now.columns } }),
  ...((before.status_words ?? now.status_words) && { status_words: { ...before.status_words, ...now.status_words } }),
});

/**
 * What counts for the next file with the same headers, too. From which year numbers count days is of one file: the next may be made on another
 * machine. So is what a section line or a colour says, and the content of a column without a name. Without a declaration last days are days of departure.
 */
export function rememberable({ date_system: _ofThisFile, stay_end: stayEnd, columns, ...others }: Declared): Declared {
  const known = Object.entries(columns ?? {}).filter(
    ([header]) => ![SECTION, COLOUR].includes(header.trim()) && !NAMELESS.test(header.trim()),
  );
  return {
    ...others,
    ...(stayEnd === 'last_night' && { stay_end: stayEnd }),
    ...(known.length > 0 && { columns: Object.fromEntries(known) }),
  };
}

const NAMELESS = /^column \d+$/;

/**
 * How a file writes days: as somebody declared, else as its dates prove. A declaration counts for the notations of the file for which it was made:
 * a program that writes 09/05/2027 for 5 September may still write 05.09.2027.
 */
export function styleOf(
  proved: DateStyle,
  { date_order: order, date_system: system, stay_end: stayEnd }: Declared,
  notations: readonly string[],
): DateStyle {
  const declared: Partial<DateStyle> =
    order === undefined
      ? {}
      : { dateOrder: order === 'ymd' ? null : order, yearPlace: order === 'ymd' ? 'first' : 'last', isDeclared: true, separators: [...notations] }; // prettier-ignore
  return {
    ...proved,
    ...declared,
    ...(system !== undefined && { countsFrom1900: system === '1900' }),
    ...(system === '1904' && { countsFrom1904: true }),
    ...(stayEnd !== undefined && { stayEnd }),
  };
}
