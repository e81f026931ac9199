import { isFooter } from '#libs/core/csv/footers';
import { monthOf, weekdayOf } from '#libs/matching/calendar-words';
import { PERSON_WORDS } from '#libs/matching/header-words';
import { statedStatus } from '#libs/matching/status-words';
import type { PeopleIndex } from '#libs/matching/people-index';
import { searchable } from '#libs/matching/text';
import { isTitle } from '#libs/matching/titles';
import { open, type Verdict } from '#libs/students/import/verdicts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u).map(searchable));

// Short ones in small letters only: En and E. are names.
const JOINING = /^(?:and|und|oder|och|u|et|y|e|i|en|og|or|AND|UND|And|Und)$/u;
/** In a last name, the short ones of these join two names of one person: Ortega y Gasset. */
const JOINING_PEOPLE = /^(?:and|und|oder|och|et|og|or|AND|UND|And|Und)$/u;
const DEGREES = setOf('msc bsc phd mba meng beng llb llm');
/** Whole cells that nobody is called. */
const REMARKS = setOf(
  'same ditto dito idem deferred withdrawn deceased late verstorben décédé décédée fallecido fallecida deceduto deceduta overleden falecido falecida zmarły zmarła',
);
/** What says that a cell is that of the row above, or of another row. Gleich, So and Do are names; gleich, s.o. and do. are not. */
const DITTO =
  /^(?:["'〃”“„]+|(?:dt?o\.|dito\.?|ditto\.?|idem\.?|id\.|s\. ?o\.|j\. ?w\.|same|wie oben|siehe oben|as above|like above|see above|como arriba|come sopra|zie boven|comme ci-dessus|jak wyżej|igual|idem dito)(?:\s+(?:dito|ditto|above))?|(?:as|like|wie|siehe|see|como|come|comme)\s+\S*\d\S*)$/iu;
const EQUAL = /^gleich$/u;
/** Words between others that say something of a person, or of another one. */
const SAYING = setOf('not née nee geb geborene ex aka alias of formerly was left moved');
const HEADERS = [...PERSON_WORDS.first_name, ...PERSON_WORDS.last_name].filter((header) => !header.includes(' '));
/** Words before a number or an id that belongs to no name. */
const POINTING = setOf('see siehe voir row line zeile ligne room zimmer chambre bed flat no nr');
/** Words for a place that nobody has, and for people in general. In their sum they are nobody's name; one of them may be: Stefan Frei. */
const GENERAL =
  setOf(`room zimmer chambre habitación camera kamer quarto pokój ystafell bed bett lit cama letto free frei leer libre libero vrij livre wolny gwag stand
  leerstand empty vacant new neu nouveau nuevo nuovo nieuw novo nowy student étudiant estudiante studente estudante printed exported gedruckt imprimé impreso
  stampato afgedrukt name nom naam ${HEADERS.join(' ')}`);
/** What lists have after a name and its comma: what somebody studies, where they are from, how they live. */
const BESIDE =
  setOf(`engineering biology chemistry physics mathematics maths law medicine nursing economics business history geography psychology philosophy music
  architecture computing informatics medizin jura biologie chemie physik droit médecine derecho medicina erasmus exchange international domestic overseas returner
  returning fresher freshers leaver undergraduate postgraduate year term semester spain france germany italy ireland scotland wales england poland portugal greece
  turkey russia ukraine netherlands belgium austria switzerland sweden norway denmark finland hungary romania bulgaria usa uk america canada mexico brazil japan
  senior junior jr sr occupied occupant paid unpaid single double twin checked arrived here there guest resident tenant staff visitor srta university college ltd
  limited gmbh company agency office department faculty`);

const wordsOf = (name: string): string[] => searchable(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const isBetween = (name: string, joining: RegExp): boolean =>
  (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(1, -1).some((word) => joining.test(word));
/** Sam and Dom are weekdays, and people. */
const LONGEST_SHORT_DAY = 4;
const isGeneral = (word: string): boolean =>
  GENERAL.has(word) || isFooter(word) || (word.length > LONGEST_SHORT_DAY && weekdayOf(word) !== undefined);

/** Whether a word that stands beside a name in one cell says something else: a title, a degree, a month, a word for places and people in general. */
export const isOnlyRemark = (name: string): boolean =>
  wordsOf(name).some(
    (word) =>
      isTitle(word) ||
      [DEGREES, REMARKS, SAYING, BESIDE].some((words) => words.has(word)) ||
      isGeneral(word) ||
      monthOf(word) !== undefined ||
      statedStatus(word) !== undefined,
  );

/** Whether the names of a new row are those of several people, have something added, or are nobody's: Nora and Ben, Newby ex Smith, Zimmer frei. */
export function isNoPerson(first: string, last: string): boolean {
  const [given, family] = [wordsOf(first), wordsOf(last)];
  const both = [given, family];
  const all = both.flat();
  const hasMore = (words: string[], found: (word: string, index: number) => boolean) => words.length > 1 && words.some(found); // prettier-ignore
  return (
    isBetween(first, JOINING) ||
    isBetween(last, JOINING_PEOPLE) ||
    both.some((words) => words.length === 1 && REMARKS.has(words[0] ?? '')) ||
    [first, last].some((name) => DITTO.test(name) || (EQUAL.test(name) && first !== first.toLowerCase())) ||
    both.some((words) =>
      hasMore(
        words,
        (word, index) => SAYING.has(word) || (POINTING.has(word) && /\p{N}/u.test(words[index + 1] ?? '')),
      ),
    ) || // prettier-ignore
    hasMore(given, (word, index) => index === 0 && isTitle(word)) ||
    hasMore(family, (word, index) => index === family.length - 1 && DEGREES.has(word)) ||
    (all.some((word) => GENERAL.has(word)) && all.every(isGeneral))
  );
}

const DAY =
  /^(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[/.-](?:0?[1-9]|[12]\d|3[01])(?:[/.-](?:\d{2}|\d{4}))?)$/;
const WORDED = /^(?:\d{1,2}[- ]?(\p{L}{3,})|(\p{L}{3,})[- ]\d{2,4}|\d{1,2}[- ](\p{L}{3,})[- ]\d{2,4})$/u;
const PHONE = /^(?:\+\d[\d ()/-]{7,}|0[1-9]\d{8,10})$/;

/** Whether an id is a date, which a spreadsheet makes of 1-3 and a moved column has, or the number of a telephone. */
function isNoNumber(id: string): boolean {
  const [, month, first, middle] = WORDED.exec(id) ?? [];
  const word = month ?? first ?? middle;
  return DAY.test(id) || PHONE.test(id) || (word !== undefined && monthOf(word) !== undefined && !/^\d{1,2}\p{L}/u.test(id)); // prettier-ignore
}

/** If so many people of the site have such ids, they are ids here. */
const ENOUGH = 3;
/** No id of so few characters replaces one of more. */
const [SHORTEST, LONG] = [2, 4];

/** Refuses new names that are not those of one person, and new ids that are no ids. */
export function refuseNoPeople(verdicts: Verdict[], people: PeopleIndex): void {
  let hasSuchIds: boolean | undefined;
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    const id = row.student_id !== null && row.student_key !== known?.student_key ? row.student_id : null;
    const isDoubtful = id !== null && isNoNumber(id) && !(hasSuchIds ??= people.all.filter((each) => isNoNumber(each.student_id)).length >= ENOUGH); // prettier-ignore
    const isCut = id !== null && known !== null && id.length <= SHORTEST && known.student_id.length >= LONG;
    if (isDoubtful || isCut) Object.assign(verdict, { cause: known ? 'identity_conflict' : 'missing_required_field', existing: known?.id ?? null }); // prettier-ignore
    else if (known === null && isNoPerson(row.first_name ?? '', row.last_name ?? '')) verdict.cause = 'missing_required_field'; // prettier-ignore
  }
}
