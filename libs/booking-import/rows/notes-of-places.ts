import { addTo } from '#libs/core/collections/grouped';
import { plain } from '#libs/core/text/plain';
import type { LocationIndex } from '#libs/matching/location-index';
import type { LocationRow } from '#libs/matching/location-tree';
import type { Draft } from '#libs/booking-import/draft';
import { takesBack } from '#libs/booking-import/rows/note-claims';
import { isCapital, type NoteWord, noteWords, runs } from '#libs/booking-import/rows/note-texts';
import { Words } from '#libs/booking-import/rows/words';

const LONGEST_PLACE = 4;
const SMALL_NUMBER = /^\d{1,2}$/;

/** The name, or a word of the name, of a location elsewhere than the row's. */
export function otherRoom(
  notes: string,
  words: readonly string[],
  draft: Draft,
  index: LocationIndex,
): string | undefined {
  const own = draft.location.location_id === null ? undefined : index.get(draft.location.location_id);
  if (!own) return undefined;
  const isElsewhere = (row: LocationRow) => !index.isWithin(own, row) && !index.isWithin(row, own);
  const isDenied = words.length <= LONGEST_DENIAL && words.some(takesBack);
  const isOther = (places: readonly LocationRow[]) => places.length > 0 && (isDenied || places.every(isElsewhere));
  for (const text of [
    ...[...runs(words.length, LONGEST_PLACE)].map(([from, to]) => words.slice(from, to).join(' ')),
    ...words.flatMap((word) => (word.includes('/') ? word.split('/') : [])),
  ])
    if (/\d/.test(text) && !SMALL_NUMBER.test(text) && isOther(index.meant(text).called.map(({ row }) => row))) return text; // prettier-ignore
  const small = words.find(
    (word, at) =>
      (isOfRoom(words, at) && isOther(index.meant(word).called.map(({ row }) => row))) ||
      (isAfterRoom(words, at) && !hasNumber(own, word)),
  );
  if (small !== undefined) return small;
  const named = nameIn(noteWords(notes), namesIn(index), isOther);
  return named ?? (words.length > LONGEST_SHORT ? undefined : words.find((word) => isOtherNumber(word, own, index)));
}

/** Whether a number stands after a word for rooms alone: whatever the site has, it is a room. */
const isAfterRoom = (words: readonly string[], at: number): boolean =>
  /^\d{1,4}$/.test(words[at] ?? '') && ROOMS_ALONE.has(numbered(words, at).at(-1) ?? '');
const hasNumber = ({ code, name }: LocationRow, number: string): boolean =>
  (`${code ?? ''} ${name}`.match(/\d+/g) ?? []).some((each) => Number(each) === Number(number));

/** The words before a number, without those that say it is one: `room no. 14`. */
const numbered = (words: readonly string[], at: number): string[] =>
  words.slice(0, at).map(plain).filter((word) => !NUMBER_SIGNS.has(word)); // prettier-ignore

/** Whether a small number in notes is that of a room: after a word for rooms, or as the last of few words about a change. */
function isOfRoom(words: readonly string[], at: number): boolean {
  if (!SMALL_NUMBER.test(words[at] ?? '')) return false;
  const isLast = words.slice(at + 1).every((word) => AT_THE_END.has(plain(word)));
  // `12 now`
  if (at === 0) return isLast && words.length > 1;
  const before = numbered(words, at);
  if (before.length === 0 || ROOMS.has(before.at(-1) ?? '')) return true;
  return isLast && words.length <= LONGEST_MOVE && before.some((word) => TOWARDS.has(word) || takesBack(word));
}
const ROOMS_ALONE = new Words('room rm zimmer zi chambre habitacion hab camera stanza kamer quarto pokoj ystafell');
const ROOMS = new Words('room rm bed flat studio apartment apt unit zimmer zi raum bett wohnung chambre ch lit appartement habitacion hab cama piso camera stanza letto kamer quarto pokoj lozko ystafell gwely'); // prettier-ignore
const NUMBER_SIGNS = new Words('no nr nro num number numero nummer numer rhif n'); // prettier-ignore
const TOWARDS = new Words('to into in now moved moves move put better instead zu nach auf jetzt zieht wechselt besser vers maintenant passe demenage mieux ahora pasa cambia mejor ora passa alla alle spostat* meglio naar verhuist beter muda mudou melhor przenos* przenies* lepiej nu para agora do teraz nawr i symud au nella pod w yn lives sleeps staying takes has upgraded relocated switched bumped wohnt loge woont vive mieszka accepted offered gets got get given assigned allocated prefers wants from bekommt kriegt will recoit veut quiere recibe vuole riceve krijgt wil quer recebe chce dostaje eisiau'); // prettier-ignore

/** What may stand behind the number of another room: `in 25 now`. */
const AT_THE_END = new Words('agreed better wanted confirmed it is now please instead pls bitte jetzt stattdessen maintenant svp ahora ora adesso nu alstublieft agora teraz nawr'); // prettier-ignore
/** So many words, or fewer, may say that somebody moves to a room that they name by its number alone. */
const LONGEST_MOVE = 5;

/** So many words, or fewer, are about the room if they name one: `not E301`. */
const LONGEST_DENIAL = 5;
/** So many words, or fewer, may be the short form of a room. */
const LONGEST_SHORT = 3;

/** The words of notes that are the name of another location. Those of the row's own name are no other one, whatever each of them is. */
function nameIn(
  words: readonly NoteWord[],
  { names, parts }: Names,
  isOther: (places: readonly LocationRow[]) => boolean,
): string | undefined {
  const isOwn = words.map(() => false);
  for (const [from, to] of runs(words.length, LONGEST_PLACE)) {
    if (isOwn.slice(from, to).every(Boolean)) continue;
    const [run, [first]] = [words.slice(from, to), words.slice(from, to) as [NoteWord]];
    const text = run.map(({ word }) => word).join('');
    const whole =
      text.length > 1 || isLetterOfPlace(words, from)
        ? (names.get(text) ?? names.get(text.replace(ENDING, '')) ?? [])
        : [];
    const isLikely = isCapital(first.written) || first.around <= LONGEST_SHORT;
    const places = whole.length > 0 || run.length > 1 || !isLikely ? whole : (parts.get(text) ?? []);
    if (isOther(places)) return run.map(({ written }) => written).join(' ');
    if (places.length > 0) isOwn.fill(true, from, to);
  }
  return undefined;
}

/** What names have at their end in notes: `Oakhouse`, `St Johns`. */
const ENDING = /(?<=\p{L}{3})(?:house|haus|hall|building|court|s)$/u;

/** A letter alone is the name of a place in capitals, after a word for places or with hardly anything else: `Block A`, `bed B`. */
function isLetterOfPlace(words: readonly NoteWord[], at: number): boolean {
  const [{ written, around }, before] = [words[at] as NoteWord, words[at - 1]];
  return isCapital(written) && (around === 1 || (before !== undefined && KINDS.has(before.word)));
}

/** Words for places in general. */
const KINDS =
  new Words(`room rooms rm bed beds flat flats house hall halls building block floor level unit apartment apt suite place wing stair staircase corridor
  zimmer raum bett wohnung haus wohnheim gebaude etage stock stockwerk geschoss chambre lit appartement batiment etage residence bloc habitacion cama piso edificio planta bloque
  camera stanza letto appartamento palazzina piano kamer bed gebouw verdieping quarto cama predio andar pokoj lozko budynek pietro ystafell gwely neuadd adeilad llawr`);
/** Words of names of places that are in all kinds of notes. */
const GENERAL =
  new Words(`the and for with near here there this that from into one two three first second third fourth fifth ground lower upper top bottom new old main small large big single double twin triple ensuite
  suite quiet shared female male mixed accessible number student students university college der die das und von vom zum zur am im mit erste zweite dritte neu neue neues alt alte altes
  les des del della dei delle los las von van den het une uno una premier premiere deuxieme primera segunda primo secondo`);

interface Names {
  names: Map<string, LocationRow[]>;
  parts: Map<string, LocationRow[]>;
}
const NAMES = new WeakMap<LocationIndex, Names>();
/** The locations of a site by their names and codes without digits, whatever stands between the words, and by single words of longer ones. */
function namesIn(index: LocationIndex): Names {
  let found = NAMES.get(index);
  if (found) return found;
  NAMES.set(index, (found = { names: new Map(), parts: new Map() }));
  for (const row of index.rows)
    for (const name of new Set([row.name, row.code ?? ''])) {
      const words = noteWords(name).map(({ word }) => word);
      const whole = words.join('');
      if (whole !== '' && !/\d/.test(whole) && !KINDS.has(whole)) addTo(found.names, whole, row);
      const own = words.length > 1 ? new Set(words) : [];
      for (const word of own)
        if (/^\p{L}{3,}$/u.test(word) && !KINDS.has(word) && !GENERAL.has(word)) addTo(found.parts, word, row);
    }
  return found;
}

/** Whether a word has the number of other rooms, and not that of the row's: 305 beside E301. */
function isOtherNumber(word: string, own: LocationRow, index: LocationIndex): boolean {
  const [number] = /\d{3,}/.exec(word) ?? [];
  if (number === undefined || numbersOf(own).includes(number)) return false;
  return numbersIn(index).has(number);
}
const numbersOf = ({ code, name }: LocationRow): string[] => `${code ?? ''} ${name}`.match(/\d{3,}/g) ?? [];

const NUMBERS_OF_SITES = new WeakMap<LocationIndex, Set<string>>();
function numbersIn(index: LocationIndex): Set<string> {
  let numbers = NUMBERS_OF_SITES.get(index);
  if (!numbers) NUMBERS_OF_SITES.set(index, (numbers = new Set(index.rows.flatMap(numbersOf))));
  return numbers;
}
