import { pick, seeded } from '#apps/demo/seeded';
import { idOf, type Person, type Room } from './site.js';
import { LOOK_ALIKES, makeStrangers, signsLost } from './strangers.js';

/*
 * Files that try to be read wrongly. They are made from what is promised, and know nothing of how rows are read: whoever looks like
 * somebody else is in the site or is not, with the right id or the other's; codes of rooms differ by where a digit stands;
 * each file writes days in its own way.
 */

/** What a row really says. Null: nobody can tell, so that it must be asked. */
export interface Stay {
  kind: string;
  person: string | null;
  room: string | null;
  start: string;
  end: string;
  status: string | null;
  notes: string;
  /** Nobody has to look at it. */
  clear: boolean;
}

export interface AdversaryFile {
  rows: Record<string, string>[];
  stays: Stay[];
}

export interface Adversaries {
  people: Person[];
  rooms: Room[];
  files: AdversaryFile[];
}

type Random = () => number;
type Cells = Record<string, string>;

/** Rooms whose codes are nearly those of others. */
export function makeRooms(): Room[] {
  const rooms: Room[] = [];
  const add = (code: string, name: string, parent: Room | null, type: Room['type']): Room => {
    const path = parent ? `${parent.path} / ${name}` : name;
    const room = { id: idOf(`adversary ${code}`), parent: parent?.id ?? null, name, code, type, path };
    rooms.push(room);
    return room;
  };
  for (const block of [1, 2, 3, 11, 12, 21]) {
    const house = add(`B${block}`, `Block B${block}`, null, 'House');
    for (const number of ['014', '016', '103', '113', '114', '12', '14', '214', '21', '121', '4', '40', '104'])
      add(`B${block}-${number}`, `Room ${number} of B${block}`, house, 'Room');
  }
  for (const villa of [1, 11, 2]) {
    const house = add(`V${villa}`, `Villa ${villa}`, null, 'House');
    for (const room of ['1A', '11B', '1C', '2D', '12E', '21F'])
      add(`V${villa}.${room}`, `Villa ${villa} bed ${room}`, house, 'Room');
  }
  return rooms;
}

const ROOMS: Record<string, [clear: boolean, known: boolean, write: (room: Room, random: Random) => string]> = {
  code: [true, true, ({ code }) => code],
  'code in small letters': [true, true, ({ code }) => code.toLowerCase()],
  'code with other signs': [true, true, ({ code }, random) => code.replace(/[-.]/, pick([' ', '/', '–', ' - '], random))], // prettier-ignore
  path: [true, true, ({ path }, random) => pick([path, path.toUpperCase(), path.replace(' / ', ', ')], random)],
  'a doubt': [false, false, ({ code }, random) => pick([`${code}?`, `(${code})`, `${code} [?]`], random)],
  'digits moved': [false, false, ({ code }) => code.replace(/(\d)([-.])(\d)/, '$1$3$2')],
  'digits moved back': [false, false, ({ code }) => code.replace(/(\d)([-.])/, '$2$1')],
  'no separator': [false, false, ({ code }) => code.replace(/(?<=\d)[-.](?=\d)/, '')],
  'zeros put in': [false, true, ({ code }) => code.replace(/([-.])(\d)/, '$10$2')],
  'words in another order': [
    false,
    true,
    ({ code }) => `${code.replace(/^.*[-.]/, '')}/${code.replace(/[-.].*$/, '')}`,
  ],
};

const CHEERFUL: Record<string, (person: Person, random: Random) => Cells> = {
  'all right': ({ student_id, email, first_name, last_name }) => ({ student_id, email, first_name, last_name }),
  'id and name': ({ student_id, first_name, last_name }) => ({ student_id, first_name, last_name }),
  'email and name': ({ email, first_name, last_name }) => ({ email, first_name, last_name }),
  'id alone': ({ student_id }) => ({ student_id }),
  'email alone': ({ email }) => ({ email: email.toUpperCase() }),
  'capitals with id': ({ student_id, first_name, last_name }) => ({ student_id, first_name: first_name.toUpperCase(), last_name: last_name.toUpperCase() }), // prettier-ignore
  'swapped with id': ({ student_id, first_name, last_name }) => ({ student_id, first_name: last_name, last_name: first_name }), // prettier-ignore
  'signs lost, with id': ({ student_id, first_name, last_name }) => ({ student_id, first_name: signsLost(first_name), last_name: signsLost(last_name) }), // prettier-ignore
  'one cell, with id': ({ student_id, first_name, last_name }) => ({ student_id, last_name: `${last_name}, ${first_name}` }), // prettier-ignore
  'odd blanks': ({ student_id, first_name, last_name }) => ({ student_id: `\u00a0${student_id}\u200b`, first_name: ` ${first_name}\u00a0`, last_name }), // prettier-ignore
};

const written = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.replace(/\s+/g, ' ').trim();

const two = (number: number) => String(number).padStart(2, '0');
const MONTHS = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  cy: 'Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr',
};
type Write = (year: number, month: number, day: number, random: Random) => string;
// Nothing in a file tells these days from others, four years before.
const FROM_1904: Write = (year, month, day) => String(Date.UTC(year, month - 1, day) / 86_400_000 + 25_569 - 1_462);
const STYLES: Write[] = [
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${two(day)}/${two(month)}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${day}.${month}.${year % 100}`,
  (year, month, day) => `="${two(month)}/${two(day)}/${year}"`,
  (year, month, day, random) => `${day}\u00a0${pick(Object.values(MONTHS), random).split(' ')[month - 1]} ${year}`,
  (year, month, day) => String(Date.UTC(year, month - 1, day) / 86_400_000 + 25_569),
  FROM_1904,
  (year, month, day) => `${two(year % 100)}-${two(month)}-${two(day)}`,
];
const inStyle = (date: string, write: Write, random: Random): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return write(year, month, day, random);
};

const STATUSES: Record<string, string | null> = {
  '': 'confirmed', Confirmed: 'confirmed', Booked: 'confirmed', OK: 'confirmed', gebucht: 'confirmed', réservé: 'confirmed',
  provisional: 'provisional', vorläufig: 'provisional', pendiente: 'provisional', Canceled: null, storniert: null, annullato: null,
  'No-show': null, geannuleerd: null, Purple: null, registrado: null,
}; // prettier-ignore

/** A site and files of it: the same for the same seed. */
export function makeAdversaries(seed: number, size: number): Adversaries {
  const random = seeded(seed);
  const { people, couples } = makeStrangers(random);
  const rooms = makeRooms();
  const beds = rooms.filter(({ type }) => type === 'Room');
  const taken = new Map<string, Set<number>>();
  const isFree = (person: Person, slot: number) => !(taken.get(person.id)?.has(slot) ?? false);
  const take = (person: Person, slot: number) => taken.set(person.id, (taken.get(person.id) ?? new Set()).add(slot));
  const someone = (slot: number): Person => {
    for (let tries = 0; tries < 1_000; tries++) {
      const person = pick(people, random);
      if (isFree(person, slot)) return person;
    }
    throw new Error('Everybody has a place in these nights.');
  };
  let number = 0;
  const makeRow = (write: Write): { row: Cells; stay: Stay } => {
    const index = number++;
    const slot = Math.floor(index / beds.length);
    const bed = beds[index % beds.length] as Room;
    const first = Date.UTC(2027, 0, 2 + slot * 14 + Math.floor(random() * 4));
    const [start, end] = [first, first + 9 * 86_400_000].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string]; // prettier-ignore
    const who = makePerson(index, slot);
    const roomKind = random() < 0.7 ? 'code' : pick(Object.keys(ROOMS), random);
    const [roomClear, roomKnown, writeRoom] = ROOMS[roomKind] as (typeof ROOMS)[string];
    const room = writeRoom(bed, random);
    // What is just the code of another room means that one.
    const meant = beds.find(({ code }) => code === room) ?? (roomKnown ? bed : null);
    const stated = random() < 0.8 ? '' : pick(Object.keys(STATUSES), random);
    const status = STATUSES[stated] ?? null;
    const notes = random() < 0.2 ? `Row ${index}; "quoted", ${pick(['ünïcode', '雨', 'a\nb'], random)}` : '';
    const row = {
      student_id: '', first_name: '', last_name: '', email: '', ...who.cells, room,
      contract_start: inStyle(start, write, random), contract_end: inStyle(end, write, random), status: stated, notes,
    }; // prettier-ignore
    const stay = {
      kind: `${who.kind} / ${roomKind} / ${stated}`, person: who.person, room: meant?.id ?? null,
      start, end, status, notes, clear: who.clear && roomClear && status !== null && write !== FROM_1904,
    }; // prettier-ignore
    return { row, stay };
  };
  const makePerson = (index: number, slot: number) => {
    if (random() < 0.6) {
      const [person, kind] = [someone(slot), pick(Object.keys(CHEERFUL), random)];
      take(person, slot);
      return { kind, cells: CHEERFUL[kind]?.(person, random) ?? {}, person: person.id, clear: true };
    }
    return makeLookAlike(index, slot);
  };
  /** Somebody who looks like somebody of the site: in it or not, with this or that id. */
  const makeLookAlike = (index: number, slot: number) => {
    const [one, other] = pick(couples, random);
    if (random() < 0.4 && isFree(one, slot) && isFree(other, slot)) {
      [one, other].forEach((each) => take(each, slot));
      const { first_name, last_name } = other;
      const cells = pick([{ student_id: one.student_id }, { email: one.email }, { student_id: one.student_id, email: other.email }], random); // prettier-ignore
      return { kind: 'one with the name of the other', cells: { ...cells, first_name, last_name }, person: null, clear: false }; // prettier-ignore
    }
    const person = someone(slot);
    take(person, slot);
    const kind = pick(Object.keys(LOOK_ALIKES), random);
    const name = LOOK_ALIKES[kind]?.(person, random) ?? person;
    // Who looks like one and is called as another is not new.
    if (people.some((each) => written(each) === written(name))) return makeLookAlike(index, slot);
    const isOther = name.first_name !== person.first_name || name.last_name !== person.last_name;
    const fresh = { student_id: `N${seed}-${index}`, email: `n${index}@new.example` };
    const ids = pick([fresh, { student_id: fresh.student_id }, { student_id: person.student_id }, { email: person.email }, { student_id: person.student_id, email: person.email }, {}], random); // prettier-ignore
    const means = isOther || 'student_id' in ids === false ? (isOther ? null : person.id) : ids.student_id === person.student_id ? person.id : null; // prettier-ignore
    return { kind: `new: ${kind}`, cells: { ...ids, first_name: name.first_name, last_name: name.last_name }, person: means, clear: false }; // prettier-ignore
  };
  const files: AdversaryFile[] = STYLES.map((write) => {
    const made = Array.from({ length: Math.floor(size / STYLES.length) }, () => makeRow(write));
    return { rows: made.map(({ row }) => row), stays: made.map(({ stay }) => stay) };
  });
  // Rows that are sent again alone: nothing beside them proves how their file writes days.
  for (let index = 0; index < 12; index++) {
    const { row, stay } = makeRow(STYLES[2] as Write);
    files.push({ rows: [row], stays: [{ ...stay, clear: false }] });
  }
  return { people, rooms, files };
}
