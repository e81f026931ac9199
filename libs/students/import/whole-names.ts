import { otherNames } from '#libs/matching/nicknames';
import { nameOf, PersonName } from '#libs/matching/person-name';
import { searchable } from '#libs/matching/text';
import { isGeneration } from '#libs/matching/tolerances';
import type { Surroundings } from '#libs/students/import/identity';
import { DEGREES, TITLES } from '#libs/students/import/no-people';
import { countOf, orderOf } from '#libs/students/import/turned-names';
import { isNoNewName } from '#libs/students/import/unlikely';
import { open, type Verdict } from '#libs/students/import/verdicts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u).map(searchable));
const wordsOf = (name: string | null): string[] => searchable(name ?? '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** They belong to the last name, and lists put them where they like. */
const PARTICLES = setOf(
  'van von der den de del della di da do dos das du la le los las ter ten te zu zum zur af av el al bin binti ibn mac mc y e',
);
/** What lists have beside a name: a subject, a country, a day, what somebody is or where. Those that are also names, such as Jordan and June, are not among them. */
const BESIDE =
  setOf(`engineering biology chemistry physics mathematics maths law medicine nursing economics business history geography psychology philosophy music
  architecture computing informatics informatik medizin jura biologie chemie physik droit médecine derecho medicina erasmus exchange international domestic overseas
  returner returning fresher freshers leaver undergraduate postgraduate ug pg pgt pgr year term semester spain france germany italy ireland scotland wales england
  poland portugal greece turkey russia ukraine netherlands belgium austria switzerland sweden norway denmark finland hungary romania bulgaria croatia serbia usa uk
  america canada mexico brazil argentina japan korea thailand vietnam malaysia indonesia pakistan bangladesh nigeria ghana egypt spanien frankreich deutschland italien
  january february march july september october november december monday tuesday wednesday thursday friday saturday sunday parent parents guardian senior junior occupied
  occupant paid unpaid single double twin confirmed provisional checked arrived left late here there see below above gap new student guest resident tenant staff visitor
  university universität université universidad college school ltd limited gmbh inc llc agency office company department faculty`);

/**
 * Settles the names of one cell, of which only a comma says which is which. Words that change from the first to the last name of a record are another order, and
 * change nothing. Of a new student the cell may also be a name and a remark, or two people: then nobody is made of it.
 */
export function settleWholeNames(verdicts: Verdict[], surroundings: Surroundings): void {
  const isAgainst = orderAgainst(verdicts, surroundings);
  const firstNames = new Set(surroundings.people.all.flatMap(({ first_name }) => wordsOf(first_name)));
  const isFirstName = (word: string) => firstNames.has(word) || otherNames(word).length > 0;
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    if (row.whole === null) continue;
    if (known) settleKnown(verdict);
    else if (isAgainst(verdict)) verdict.cause = 'identity_conflict';
    else if (isDoubtful(verdict, isFirstName) || [row.first_name, row.last_name].some((name) => surroundings.isPlace(name ?? ''))) verdict.cause = 'missing_required_field'; // prettier-ignore
  }
}

function settleKnown(verdict: Verdict): void {
  const { row, known } = verdict;
  if (!known || new PersonName(row.first_name, row.last_name).like(nameOf(known)) === undefined) return;
  const [own, theirs] = [wordsOf(row.first_name), wordsOf(known.first_name)];
  const moved = [...own.filter((word) => !theirs.includes(word)), ...theirs.filter((word) => !own.includes(word))];
  if (moved.length === 0) return;
  const { first_name, last_name } = known;
  if (moved.every((word) => PARTICLES.has(word))) verdict.row = { ...row, first_name, last_name };
  else Object.assign(verdict, { cause: 'identity_conflict', existing: known.id });
}

/** Whether other rows of a list show, by their emails, that the first name is before the comma. */
function orderAgainst(verdicts: readonly Verdict[], { people }: Surroundings): (verdict: Verdict) => boolean {
  const site = countOf(people.all);
  // Some houses have the last name first in their addresses.
  const right = site.turned > site.straight ? 'turned' : 'straight';
  const orders = verdicts.flatMap(({ row }) => (row.whole === null ? [] : (orderOf(row) ?? [])));
  const wrong = orders.filter((order) => order !== right).length;
  const isProved = wrong > 0 && orders.length - wrong < OUTWEIGHS * wrong;
  return ({ row }) => isProved && orderOf(row) !== right;
}
const OUTWEIGHS = 10;

const isCased = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();
const INITIALS = /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\.?[\s-]?)+$/u;

function isDoubtful({ row }: Verdict, isFirstName: (word: string) => boolean): boolean {
  const { whole, email } = row;
  const [first, last] = [row.first_name ?? '', row.last_name ?? ''];
  const [given, family] = [wordsOf(first), wordsOf(last)];
  const isSaying = (word: string) => TITLES.has(word) || DEGREES.has(word) || isGeneration(word);
  const isBeside = (words: string[]) => words.every((word) => BESIDE.has(word) || isSaying(word));
  // A remark has small letters, where a name has capitals.
  const isSmall = isCased(last) && /^\P{Ll}*\p{Lu}/u.test(last) && /^\p{Ll}/u.test(first);
  const isInitial = INITIALS.test(first) && given.every((word) => [...word].length === 1);
  const hasTwoNames = family.filter((word) => !PARTICLES.has(word)).length > 1 && isFirstName(family[0] ?? '');
  return (
    /\p{N}/u.test(whole ?? '') ||
    [...given, ...family].some((word) => isSaying(word) && !isOnlyName(word)) ||
    family.some((word) => COMPANIES.has(word)) ||
    [given, family].some(isBeside) ||
    isNoNewName(first) ||
    isSmall ||
    isInitial ||
    (hasTwoNames && (given.length > 1 || email === null)) ||
    contradictsEmail(given, family, email)
  );
}
const COMPANIES = setOf('ltd limited gmbh inc llc university college school agency');
/** Letters and words that are names as well. */
const isOnlyName = (word: string): boolean => ['i', 'v'].includes(word);

/** Whether an address is made of the two names in another way: both are before the comma, or the one after it is the last. */
function contradictsEmail(given: readonly string[], family: readonly string[], email: string | null): boolean {
  const [one = '', other = '', ...more] = searchable(email?.split('@')[0] ?? '').split(/[._-]/u);
  if (more.length > 0 || ![one, other].every((word) => /^\p{L}{2,}$/u.test(word))) return false;
  const areBothLast = [one, other].every((word) => family.includes(word) && !given.includes(word));
  const isLastFirst = given.includes(other) && !family.includes(other) && !family.includes(one) && !given.includes(one);
  const isFirstLast = family.includes(one) && !given.includes(one) && !family.includes(other) && !given.includes(other);
  return areBothLast || isLastFirst || isFirstLast;
}
