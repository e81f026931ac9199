import { pick } from '#apps/demo/seeded';
import type { AdversaryFile, Stay } from './adversaries.js';
import type { Cells } from './adversary-people.js';
import type { Person, Room } from './site.js';

type Random = () => number;

/** What short notes say of a stay: in scripts of which no words are known, how long it is, or which year is meant. */
const NOTES = ['取り消し', '退学', 'отчислен', 'відмова', 'ביטול', 'ยกเลิก', 'रद्द', 'ملغي', 'ακύρωση', '3 nights only', '39 weeks', 'two months', '6 Wochen', 'trois semaines', 'AY 2031/32', '2031-32', 'for 31/32', 'Jahrgang 2031/32']; // prettier-ignore

/** How notes name somebody else or another place. */
const OF_OTHERS = ['@', 'for @', 'in @', 'was @', '→ @', '(@)', '@ please', 'prefers @', '@?', 'key: @', 'shares everything with @, like last year', 'asked the office about @ twice already']; // prettier-ignore

/** A short note with a name that neither the person nor the room of the row has. */
function noteOfOthers(
  { first_name = '', last_name = '' }: Cells,
  stay: Stay,
  { people, rooms }: Around,
  random: Random,
): Cells {
  // prettier-ignore
  const wordsOf = (...names: string[]) => new Set(names.join(' ').split(/[\s'’-]+/u).map(crude)); // prettier-ignore
  const own = people.find(({ id }) => id === stay.person);
  const [taken, room] = [wordsOf(first_name, last_name, own?.first_name ?? '', own?.last_name ?? ''), rooms.find(({ id }) => id === stay.room)]; // prettier-ignore
  const others = people.filter((each) => [...wordsOf(each.first_name, each.last_name)].every((word) => !taken.has(word) && /^[a-z]{2,}$/.test(word))); // prettier-ignore
  const { first_name: first, last_name: last } = pick(others, random);
  const place = pick(
    rooms.filter(({ type, id }) => type === 'House' && id !== room?.parent),
    random,
  ).name;
  return { notes: pick(OF_OTHERS, random).replace('@', pick([first, last, `${first} ${last}`, place], random)) };
}
const crude = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const yearsLater = (date: string, years: number): string => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
const shown = (date: string): string => date.split('-').reverse().join('/');

interface Around {
  people: readonly Person[];
  rooms: readonly Room[];
}

/** Cells that nobody would doubt alone: the other rows of the file, or its other columns, show that they may be wrong. */
const ODD: Record<string, (row: Cells, around: Around, random: Random, stay: Stay) => Cells> = {
  'no end among ends': () => ({ contract_end: '' }),
  'no status among statuses': () => ({ status: '' }),
  'a plate of another column': (row, { people, rooms }, random) => ({
    vehicle_registration: pick([row.student_id || row.room || '', pick(people, random).student_id, pick(rooms, random).code, row.room ?? ''], random), // prettier-ignore
  }),
  'a note': (_row, _around, random) => ({ notes: pick(NOTES, random) }),
  'a note of others': (row, around, random, stay) => noteOfOthers(row, stay, around, random),
  'an arrival at night': ({ contract_start: day = '' }, _around, random) => ({
    contract_start: pick([`${day}T00:30:00`, `${day} 02:15`, `${day}T04:45`, `${shown(day)} 03:05`, `${shown(day)} 5:59`, `${day}T00:01:00`], random), // prettier-ignore
  }),
  'a departure at night': ({ contract_end: day = '' }, _around, random) => ({
    contract_end: pick([`${day}T00:30:00`, `${day}T23:59:59`, `${day} 23:59`, `${shown(day)} 01:10`, `${day}T03:00`], random), // prettier-ignore
  }),
};
/** Years of which there is at most one row in a file. */
const YEARS = [45, -10, 10, 17, -9, 63];

/** A file in which every row has an end and a status, and some rows that nobody can be sure of. */
export function withOddRows(file: AdversaryFile, around: Around, random: Random): AdversaryFile {
  const whole = file.rows.map((row): Cells => ({ ...row, status: row.status || 'Confirmed' }));
  const rows = [...whole];
  const stays = [...file.stays];
  const ask = (index: number, kind: string, cells: Cells) => {
    rows[index] = { ...rows[index], ...cells };
    stays[index] = { ...(stays[index] as Stay), kind, person: null, room: null, clear: false, broadlyClear: false };
  };
  // Blank cells are unlike the others only while most rows have something there.
  const kinds = Object.keys(ODD);
  for (const [index, row] of rows.entries()) {
    // Of the others nobody would know whom they mean.
    const kind = stays[index]?.broadlyClear ? kinds[Math.floor(random() * kinds.length * 1.5)] : undefined;
    if (kind !== undefined) ask(index, kind, ODD[kind]?.(row, around, random, stays[index] as Stay) ?? {});
  }
  const clear = rows.flatMap((_, at) => (file.stays[at]?.broadlyClear ? [at] : []));
  const index = clear.length > 0 ? pick(clear, random) : 0;
  const { contract_start: start = '', contract_end: end = '' } = whole[index] ?? {};
  const years = pick(YEARS, random);
  ask(index, 'another year', { ...whole[index], contract_start: yearsLater(start, years), contract_end: yearsLater(end, years) }); // prettier-ignore
  return { ...file, rows, stays };
}
