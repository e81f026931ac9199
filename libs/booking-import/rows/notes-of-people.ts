import { nameOf } from '#libs/matching/person-name';
import { otherNames } from '#libs/matching/nicknames';
import { isPlain } from '#libs/matching/text';
import { looseWord } from '#libs/matching/tolerances';
import type { Draft } from '#libs/booking-import/draft';
import type { Surroundings } from '#libs/booking-import/matching/match-rows';
import { takesBack } from '#libs/booking-import/rows/note-claims';
import { isCapital, type NoteWord, noteWords, runs } from '#libs/booking-import/rows/note-texts';
import { Words } from '#libs/booking-import/rows/words';

/** The id, the email, the name or one of the names of somebody else, of the site or of another row. */
export function otherPerson(
  notes: string,
  words: readonly string[],
  draft: Draft,
  { people, file }: Pick<Surroundings, 'people' | 'file'>,
): string | undefined {
  const own = draft.person.person_id;
  if (own === null) return undefined;
  for (const word of words) {
    const found = word.includes('@') ? [people.withEmail(word) ?? []].flat() : word.length > 3 && /\d/.test(word) ? people.withStudentId(word) : []; // prettier-ignore
    if (found.length > 0 && !found.some(({ id }) => id === own)) return word;
  }
  for (const [from, to] of runs(words.length, LONGEST_NAME, 2)) {
    const text = words.slice(from, to).join(' ');
    if (!NAME.test(text)) continue;
    const name = nameOf({ first_name: text, last_name: null });
    const found = people.nearly(name);
    if (found.some(({ id }) => id === own) || name.loose === nameOf(draft.normalized).loose) continue;
    if (found.length > 0 || file.people.isNamed(name)) return text;
  }
  const ownWords = new Set([...nameOf(draft.normalized).looseWords, ...(people.get(own)?.name.looseWords ?? [])]);
  const all = noteWords(notes);
  return all.find((word, index) => {
    const loose = looseWord(word.word);
    if (ownWords.has(loose) || !/^\p{L}{2,}$/u.test(loose)) return false;
    const is = (name: string) => people.namesWith(name) ?? file.people.namesWith(name);
    // A possessive without its sign: `olivers bed`.
    const ofOwner = loose.length > 4 && loose.endsWith('s') && !ownWords.has(loose.slice(0, -1)) && is(loose.slice(0, -1)) ? 'last' : undefined; // prettier-ignore
    const called = is(loose) ?? ofOwner ?? (isCapital(word.written) ? otherNames(loose).map(looseWord).filter((full) => !ownWords.has(full)).map(is).find(Boolean) : undefined); // prettier-ignore
    return called !== undefined && isMeant(word, all[index - 1], all[index + 1], called);
  })?.written;
}
const LONGEST_NAME = 4;
/** Words that begin with a capital letter, with others in between: `Jan de Vries`. Other scripts have none. */
const NAME = /^[\p{Lu}\p{Lo}]\P{N}* [\p{Lu}\p{Lo}]\P{N}*$/u;

/** So many words, or fewer, are about somebody whose name is among them. */
const LONGEST_SHORT = 3;
const isNameAlone = ({ around }: NoteWord): boolean => around <= LONGEST_SHORT;

/** Whether a word that is a name is one in these notes, and not the word that the name comes from: `the key at the gate` beside a Ms Key. */
function isMeant(
  word: NoteWord,
  before: NoteWord | undefined,
  after: NoteWord | undefined,
  called: 'first' | 'last',
): boolean {
  // `met de trein`, beside a Jan de Vries.
  if (PARTICLES.has(word.word) && isPlain(word.written) && !isCapital(word.written)) return false;
  const isAfterCompany =
    !word.isFirst && before !== undefined && (COMPANY.has(before.word) || takesBack(before.written));
  if (isAfterCompany || word.around === 1) return true;
  // With signs it is another word: Lể is no `le`.
  const isCommon = COMMON.has(word.word) && isPlain(word.written);
  if (isCapital(word.written)) return !(isCommon && word.isFirst && after !== undefined && !isCapital(after.written));
  return !isCommon && (called === 'first' || isNameAlone(word));
}

/** Words that stand before names. */
const COMPANY = new Words(
  `w with and see for mr mrs ms miss dr prof mit und siehe fur herr frau avec et pour con y e ed per para met en voor com z i dla gyda mme`,
);
/** Articles and words of place that last names begin with. */
const PARTICLES = new Words('le la les van den der von de da di du del el al het aan op te ter ten do dos das');
/** Words of many notes that are also names of people. */
const COMMON =
  new Words(`will may can mark grace hope rose joy frank rich guy art bill pat sue jack drew chase dean faith dawn summer autumn penny olive ivy sky storm max nick june april august sunny
  young long short best day key park hall room late arrive early an so do in on at to is he she no not he her him my me we you one be by or as if up it le la van den der von de da di du el al
  so an am im um da ja nur mit und bei per les des un une si su tu mi no na ze do od za po
  stone wood woods cook baker page bell fox wolf rice bean berry peach fish lamb salt green brown black white grey gray cross field hill lake banks brook church castle carpenter mason bishop
  king prince knight price wall walls sand shore reed moss heather ginger basil cotton silk barley corn`);
