import { addTo } from '#libs/core/collections/grouped';
import { plain } from '#libs/core/text/plain';
import { numberNamed } from '#libs/matching/number-words';
import { nameOf } from '#libs/matching/person-name';
import { looseWord } from '#libs/matching/tolerances';
import { calledOffIn } from '#libs/booking-import/rows/called-off';
import { saysWhen } from '#libs/booking-import/rows/note-calendar';
import { claimIn } from '#libs/booking-import/rows/note-claims';
import type { DaysInRow } from '#libs/booking-import/rows/note-days';
import { isCapital, noteWords, runs, withoutWishes } from '#libs/booking-import/rows/note-texts';
import { Words } from '#libs/booking-import/rows/words';
import type { Normalized } from '#libs/booking-import/rows/read-row';

const EXCHANGE = new Words('swap* switch* exchang* trad* tausch* wechs* getauscht vertausch* echang* permut* intercambi* cambi* scambi* ruil* wissel* troc* zamian* zamien* zamieni* cyfnewid*'); // prettier-ignore
/** What a word that also stands before days and terms, as `next`, has to stand before to mean a row. */
const ROWS =
  'row|line|entr|person|guest|student|name|one|two|three|four|\\d|zeile|person|ligne|fila|persona|riga|rij|regel|linha|pessoa|wiersz|osob|rhes';
const pointing = (alone: string, beforeRow: string) => new RegExp(`(?<!\\p{L})(?:${alone}|(?:${beforeRow})(?= (?:${ROWS})))`, 'u'); // prettier-ignore
const ABOVE = pointing(
  "(?:one|line|row|entry) (?:before|up)(?!\\p{L})|davor|ervoor|wyzej|d[’']avant|de antes|(?:riga|linea) prima|(?:o|a|el|la|il) anterior|above|upper|oben|druber|oberhalb|daruber|ci-dessus|arriba|sopra|(?:hier)?boven|acima|powyzej|uchod",
  'previous|prev|prior|preceding|last|vorherige\\w*|letzte\\w*|precedente?s?|anterior(?:es)?|precedent[ei]|vorige|poprzedni\\w*|blaenorol',
);
const BELOW = pointing(
  'below|unten|darunter|ci-dessous|abajo|sotto|hieronder|abaixo|ponizej|isod',
  'next|following|nachste\\w*|folgende\\w*|suivante?s?|siguientes?|successiv\\w*|seguent[ei]|volgende|seguintes?|nastepn\\w*|nesaf',
);
/** Alone in short notes: `vorherige storniert`. */
const ABOVE_ALONE =
  /^(?:\p{L}{2,3} )?(?:previous|prior|preceding|vorherige\p{L}?|anterior|precedente|vorige|poprzedni\p{L}?|celle du dessus)(?: \S+){1,2}$/u;
/** After the noun in some languages: `la ligne précédente`. */
const AFTER_NOUN = /(?<!\p{L})(?:ligne|fila|riga|linha|linea|wiersz|rhes) (?:(preceden\w+|anterior|poprzedni|blaenorol)|(suivante|siguiente|seguente|successiva|seguinte|nastepny|nesaf))/u; // prettier-ignore
/** Not of things: `all keys returned`. */
const OF_ROWS = '(?!\\p{L})(?! (?:(?:the|of|die|der|les|las|los|le|i|de|as|os) )*(?:key|card|document|doc|form|paper|fee|bag|payment|schlussel|unterlag|dokument|cle|document|llave|chiav|sleutel|chave|klucz|allwedd|parent|eltern|padres|genitor|rodzic|ouders|pais|paid|done|good|set|clear|fine|ok|bedding|dues|pap))'; // prettier-ignore
const BOTH = new RegExp(`(?<!\\p{L})(?:both|beide[nrs]?|they|couple|(?:these|those) two|allebei|os dois|as duas|zaden|neither|aucun des deux|(?:tous|toutes) les (?:deux|2)|les (?:deux|2)|los (?:dos|2)|las (?:dos|2)|ninguno|nessuno dei due|nenhum|y dd?wy|ambos|ambas|entrambi|entrambe|oba|obie|oboje|ddau|dwy)${OF_ROWS}`, 'u'); // prettier-ignore
const ALL = new RegExp(`(?<!\\p{L})(?<!allerg\\p{L}* )(?:all|alle|tous|toutes|todos|todas|tutti|tutte|wszyscy|wszystkie|pob)${OF_ROWS}`, 'u'); // prettier-ignore
const GROUP = /(?<!\p{L})(?:(?:whole|entire|full) (?:group|list|block|party)|the (?:rest|others|remaining)|(?:ganze|gesamte) gruppe|die (?:anderen|restlichen)|tout le groupe|tous les autres|todo el grupo|los demas|tutto il gruppo|gli altri|hele groep|de rest|todo o grupo|os outros|cala grupa|pozostali|grwp cyfan)(?!\p{L})/u; // prettier-ignore
/** So many rows on either side are meant by `all`, where nothing says which. */
const SEVERAL = 5;
/** So many rows are found by one name and in one direction, and notes of so many characters are looked at: what very many notes mean has to be bounded. */
const [MOST_NAMED, MOST_BESIDE, LONGEST_NOTES] = [20, 200, 300];
const LONGEST_NAME = 3;

/** What the notes of another row say. */
export interface SaidElsewhere {
  row: number;
  notes: string;
}

interface Row {
  row: number;
  /** As the row and the site call its person. */
  people: Parameters<typeof nameOf>[0][];
  normalized: Normalized;
}

type DayAgainst = (notes: string, row: DaysInRow) => string | undefined;
const NO_DAYS: DaysInRow = { contract_start: null, contract_end: null, departure_slot: null, parking_expiry: null, hold_until: null }; // prettier-ignore

/** What notes say of other rows than their own: `swap with Tom Klein`, `row above cancelled`, `both withdrawn`. */
export class NotesOfOtherRows {
  private readonly rows: Row[] = [];
  private found?: Map<number, SaidElsewhere>;

  /** Looks at the rows in their order. */
  add(row: number, people: Row['people'], normalized: Normalized): void {
    this.rows.push({ row, people, normalized });
  }

  /** What another row says that may be about this one, or has a day that is not the row's. */
  of(row: number, dayAgainst: DayAgainst): SaidElsewhere | null {
    this.found ??= this.find(dayAgainst);
    return this.found.get(row) ?? null;
  }

  private find(dayAgainst: DayAgainst): Map<number, SaidElsewhere> {
    const found = new Map<number, SaidElsewhere>();
    const saying = this.rows.flatMap(({ row, normalized: { notes } }, at) => {
      if (notes === null || notes.length > LONGEST_NOTES) return [];
      const isMuch = saysMuch(notes);
      return isMuch || (saysWhen(notes) && dayAgainst(notes, NO_DAYS) !== undefined)
        ? [{ row, at, notes, isMuch }]
        : [];
    });
    if (saying.length === 0) return found;
    const named = new Map<string, number[]>();
    this.rows.forEach((each, at) => {
      for (const key of namesOf(each)) if ((named.get(key)?.length ?? 0) < MOST_NAMED) addTo(named, key, at);
    });
    for (const { row, at, notes, isMuch } of saying) {
      const own = namesOf(this.rows[at] as Row);
      const byName = [...namesIn(notes)].flatMap((name) => (own.has(name) ? [] : (named.get(name) ?? [])));
      for (const other of new Set([...byName, ...pointedAt(notes, at, this.rows.length)])) {
        const target = this.rows[other];
        if (other === at || !target || found.has(target.row)) continue;
        if (isMuch || dayAgainst(notes, target.normalized) !== undefined) found.set(target.row, { row, notes });
      }
    }
    return found;
  }
}

/** Only notes that are a question in their own row are one in another. */
const saysMuch = (notes: string): boolean =>
  calledOffIn(notes) !== undefined ||
  claimIn(notes) !== undefined ||
  WEAKLY.test(plain(notes)) ||
  noteWords(notes).some(({ word }) => EXCHANGE.has(word));

/** What says so of a row that is named, and may be about anything else otherwise. */
const WEAKLY =
  /(?<!\p{L})(?:void|declin\p{L}*|refus\p{L}*|reject\p{L}*|lehnt ab|rechaz\p{L}*|rifiut\p{L}*|vervalt|(?:is|place|room|bed) (?:free|out|gone|empty)|left)(?!\p{L})|(?:<>|<->|↔)/u;

/** By what notes of others may name a row: the whole name or a word of it, the id, the room. */
function namesOf({ people, normalized: { student_id, email, room } }: Row): Set<string> {
  const names = people.map((person) => nameOf(person).looseWords).filter((words) => words.length > 1);
  const exact = [student_id, /\d{4,}/.exec(student_id ?? '')?.[0], email, room].flatMap((each) => (each && isExact(each) ? exactKey(each) : [])); // prettier-ignore
  return new Set([...names.map(nameKey), ...people.flatMap((person) => nameOf(person).looseWords.map(wordKey)), ...exact]); // prettier-ignore
}
/** An address, or a text with a number in it: whatever stands between its parts. */
const exactKey = (text: string): string => `exact ${plain(text).replace(/[\s./_-]/g, '')}`;
const isExact = (text: string): boolean => text.length > 1 && /\d|@/.test(text);
const wordKey = (word: string): string => `word ${word}`;
const nameKey = (words: readonly string[]): string => `name ${[...words].sort().join(' ')}`;

function namesIn(notes: string): Set<string> {
  const tokens = notes.split(/[\s,;:=!?()[\]{}"“”„]+/u);
  const pairs = tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`);
  const exact = [...tokens, ...pairs.filter((pair) => LETTERS_AND_NUMBER.test(pair))].filter(isExact);
  const words = noteWords(notes);
  const names = [...runs(words.length, LONGEST_NAME, 2)].flatMap(([from, to]) => {
    const run = words.slice(from, to);
    return run.every(({ written }) => isCapital(written)) ? nameKey(run.map(({ word }) => looseWord(word))) : [];
  });
  const single = words.flatMap(({ written, word }) => (isCapital(written) && word.length > 2 ? wordKey(looseWord(word)) : [])); // prettier-ignore
  return new Set([...exact.map(exactKey), ...names, ...single]);
}

/** `A 4` and `KC 00103`. */
const LETTERS_AND_NUMBER = /^\p{L}{1,8} \d{1,8}\p{L}?$/u;

/** The numbers of rows: `row 2`, `lines 2-4`, `Zeilen 2 und 3`. */
const NUMBERED = /(?<!\p{L})(?:rows?|lines?|entr(?:y|ies)|zeilen?|reihen?|lignes?|filas?|lineas?|rig(?:a|he)|rij(?:en)?|regels?|linhas?|wiersz(?:e|y)?|rhes(?:i|au)?) ?(?:no\.? ?|nr\.? ?|#)?(\d{1,5})(?: ?(-|–|to|bis|a|tot|do|and|und|et|y|e|en|i|&|\+|,|\/) ?(\d{1,5}))?(?![\p{L}\p{N}])/u; // prettier-ignore
const RANGE = new Set(['-', '–', 'to', 'bis', 'a', 'tot', 'do']);

const NUMBERED_FIRST = /^(?:#|n[ro°º]\.? ?)(\d{1,5})(?![\p{L}\p{N}])/u;
/** The positions of rows that are called by their numbers: those of the lines of a sheet, whose first one is the header, or of the rows themselves. */
function numberedIn(text: string): number[] {
  const [, first, sign = '', last] = NUMBERED.exec(text) ?? NUMBERED_FIRST.exec(text) ?? [];
  if (first === undefined) return [];
  const [from, to] = [Number(first), Number(last ?? first)];
  const count = RANGE.has(sign) ? Math.min(to - from, MOST_BESIDE) : 0;
  const numbers = count > 0 ? Array.from({ length: count + 1 }, (_, index) => from + index) : [from, to];
  return numbers.flatMap((number) => [number - 2, number - 1]);
}

/** Rows from the top of the list: `first three`. */
const FIRST =
  /(?<!\p{L})(?:first|ersten?|premi[eè]re?s|primer[oa]s|prim[ei]|eerste|primeir[oa]s|pierws\w+) (\p{L}+|\d)(?![\p{L}\p{N}]| (?:night|day|week|month|term|rent|payment|instal|nacht|nächte|monat|woche|nuit|mois|semaine|noche|mes|semana|nott|settiman|maand|noc|miesi|tyg))/u;
function firstIn(text: string): number[] {
  const [, written = ''] = FIRST.exec(text) ?? [];
  const count = numberNamed(written) ?? Number(written);
  return count > 1 && count < 10 ? Array.from({ length: count }, (_, index) => index) : [];
}

/** The positions of rows at which notes point. */
function pointedAt(notes: string, at: number, length: number): number[] {
  const text = plain(withoutWishes(notes));
  return [...numberedIn(text), ...firstIn(text), ...besideIn(text, at, length)];
}

/** Those above and below. */
function besideIn(text: string, at: number, length: number): number[] {
  const [, before, after] = AFTER_NOUN.exec(text) ?? [];
  const isAbove = ABOVE.test(text) || ABOVE_ALONE.test(text) || before !== undefined;
  const isBelow = BELOW.test(text) || after !== undefined;
  if (!isAbove && !isBelow && ![ALL, BOTH, GROUP].some((words) => words.test(text))) return [];
  const isAround = !isAbove && !isBelow;
  const most = mostBeside(text, isAround);
  const from = isAbove || isAround ? Math.max(0, at - most) : at;
  const to = isBelow || isAround ? Math.min(length - 1, at + most) : at;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** How many rows are meant on a side. `All three` are this row and two others, above or below it. */
function mostBeside(text: string, isAround: boolean): number {
  if (GROUP.test(text)) return MOST_BESIDE;
  const count = countIn(text);
  if (isAround) return BOTH.test(text) ? 1 : (count ?? SEVERAL + 1) - 1;
  return count ?? (ALL.test(text) ? MOST_BESIDE : 1);
}

function countIn(text: string): number | undefined {
  for (const word of text.match(/(?<![\p{L}\p{N}./:-])(?:\p{L}+|\d)(?![\p{L}\p{N}./:-])/gu) ?? []) {
    const count = numberNamed(word) ?? Number(word);
    if (count > 1 && count < 10) return count;
  }
  return undefined;
}
