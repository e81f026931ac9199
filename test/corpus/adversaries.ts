import { pick, seeded } from '#apps/demo/seeded';
import { type Book, bookOf, BOOKS } from './adversary-books.js';
import { inStyle, mdy, STATUSES, STATUSES_BEFORE, type Style, STYLES } from './adversary-dates.js';
import { type Cells, crossed, crudely, honestly, lookAlike, marked, type Who } from './adversary-people.js';
import { divided } from './adversary-lines.js';
import { withMoment } from './adversary-moments.js';
import { withOddRows } from './adversary-odd-rows.js';
import { withBuildings } from './adversary-buildings.js';
import { LISTS_OF_NAMES, withWholeNames } from './adversary-whole-names.js';
import { isNumeric, makeRooms, roomCalled, ROOMS } from './adversary-rooms.js';
import type { Person, Room } from './site.js';
import { makeStrangers } from './strangers.js';

/*
 * Files that try to be read wrongly. They are made from what is promised, and know nothing of how rows are read: a person who looks
 * like somebody else is in the site or is not, with the right id or the other's; codes of rooms differ by where a digit stands;
 * each file writes days in its own way.
 */

/** The true meaning of a row. Null: it cannot be known, so it must be a question. */
export interface Stay {
  kind: string;
  person: string | null;
  room: string | null;
  start: string;
  end: string;
  status: string | null;
  notes: string;
  vehicle: string;
  /** When a departure slot, a hold and a parking permit end, in UTC; null without one. */
  slot: string | null;
  hold: string | null;
  parking: string | null;
  /** Nobody has to look at it, and nobody in the site or the file is called anything like it. */
  clear: boolean;
  /** Nobody has to look at it: nobody in the site or the file is told apart by just what the row differs by. */
  broadlyClear: boolean;
}

export interface AdversaryFile {
  rows: Cells[];
  stays: Stay[];
  /** Columns that are declared not to be read. */
  ignored: string[];
  /** The rows as a workbook; without one they are sent as cells. */
  book?: Book['book'];
  /** The sheet that has to be named. */
  sheet?: string | undefined;
}

export interface Adversaries {
  people: Person[];
  rooms: Room[];
  files: AdversaryFile[];
}

interface Made {
  row: Cells;
  stay: Stay;
  who: Who;
}

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What many notes say, and nothing of the stay. */
const HARMLESS = [
  'Arrives late in the evening, key at the gate',
  'vegetarian',
  'will bring a bicycle',
  'allergic to nuts, needs a fridge',
  'Quiet room if possible',
  'parents help with the luggage',
  'First time abroad',
];

/** In a column of number plates these say something about a car or a permit, and are no plates. */
const REMARKS = [
  'lost',
  'RETURNED',
  'see row 12',
  'permit 7',
  '2 cars',
  'Bay 14',
  'AB1 CD, AB2 CD',
  '12/09 sold',
  'sold',
];

/** Makes rows that do not stand in each other's way: a bed and a person are in one row of the same nights. */
class RowMaker {
  private number = 0;
  private readonly taken = new Map<string, Set<number>>();
  private readonly beds: Room[];
  private readonly people: Person[];
  private readonly couples: [Person, Person][];

  constructor(
    private readonly seed: number,
    private readonly random: () => number,
    rooms: Room[],
    { people, couples }: ReturnType<typeof makeStrangers>,
  ) {
    this.beds = rooms.filter(({ type }) => type === 'Room');
    this.people = people;
    this.couples = couples;
  }

  make(style: Style): Made {
    const { random } = this;
    const index = this.number++;
    const slot = Math.floor(index / this.beds.length);
    const bed = this.beds[index % this.beds.length] as Room;
    const day = Math.floor(random() * 4);
    const first = style.disputed
      ? Date.UTC(style.disputed, pick([5, 9], random), 1 + day * 11)
      : Date.UTC(style.year ?? 2027, 0, 2 + slot * 14 + day);
    const [start, end] = [dayOf(first), dayOf(first + 9 * DAY_MS)];
    const who = this.person(index, slot);
    const room = this.room(bed);
    const stated = random() < 0.8 ? '' : pick(Object.keys(STATUSES), random);
    const status = (style.year === undefined ? STATUSES : STATUSES_BEFORE)[stated] ?? null;
    const notes = index % 9 === 4 ? pick(HARMLESS, random) : random() < 0.2 ? `Row ${index}; "quoted", ${pick(['ünïcode', '雨', 'a\nb', '=1+1', "'=x", '0049 171'], random)}` : ''; // prettier-ignore
    const isRemark = random() < 0.02;
    const vehicle = isRemark ? pick(REMARKS, random) : random() < 0.1 ? `AB ${index} CD` : '';
    const row = {
      student_id: '', first_name: '', last_name: '', email: '', ...who.cells, room: room.text,
      contract_start: inStyle(start, style, random), contract_end: inStyle(end, style, random), status: stated, notes, vehicle_registration: vehicle,
      ...(style.birthdays && { Geburtsdatum: inStyle(`${1990 + (index % 15)}-0${1 + (index % 9)}-${10 + (index % 18)}`, style, random) }),
    }; // prettier-ignore
    const isClear = room.clear && status !== null && style.isUnclear === undefined;
    const stay = {
      kind: `${who.kind} / ${room.kind} / ${stated}`, person: isRemark ? null : who.person, room: room.meant?.id ?? null,
      start, end, status, notes, vehicle, slot: null, hold: null, parking: null, clear: isClear && who.clear !== 'never' && !isRemark, broadlyClear: false,
    }; // prettier-ignore
    return { row, stay, who };
  }

  private room(bed: Room) {
    const { random } = this;
    const kind = random() < 0.7 ? 'code' : pick(Object.keys(ROOMS), random);
    const [isClear, isKnown, write] = ROOMS[kind] as (typeof ROOMS)[string];
    const text = write(bed, random, pick(this.beds, random));
    const called = roomCalled(text, this.beds);
    // What is just the code of another room means that one, unless a spreadsheet made it of this.
    const meant = kind === 'zeros eaten' || !called ? (isKnown ? bed : null) : called;
    return { kind, text, meant, clear: isClear && !isNumeric(bed) && !/[SÜ]U?E?D-|^G.G.?1$/i.test(text) };
  }

  private person(index: number, slot: number): Who {
    const { random, people, couples } = this;
    const fresh = { student_id: `N${this.seed}-${index}`, email: `n${index}@new.example` };
    if (random() < 0.03) return marked(this.someone(slot), random);
    if (random() < 0.75) return honestly(this.someone(slot), people, random);
    const couple = pick(couples, random);
    if (random() < 0.4 && couple.every((each) => this.isFree(each, slot))) {
      for (const each of couple) this.take(each, slot);
      return crossed(couple, random);
    }
    const like = random() < 0.5 && this.isFree(couple[0], slot) ? couple[0] : undefined;
    if (like) this.take(like, slot);
    return lookAlike(like ?? this.someone(slot), people, fresh, random) ?? this.person(index, slot);
  }

  private isFree = (person: Person, slot: number) => !(this.taken.get(person.id)?.has(slot) ?? false);
  private take = (person: Person, slot: number) =>
    this.taken.set(person.id, (this.taken.get(person.id) ?? new Set()).add(slot));

  private someone(slot: number): Person {
    for (let tries = 0; tries < 2_000; tries++) {
      const person = pick(this.people, this.random);
      if (!this.isFree(person, slot)) continue;
      this.take(person, slot);
      return person;
    }
    throw new Error('Everybody has a place in these nights.');
  }
}

type Same = NonNullable<Who['same']>;

/** A person who is clear only while nobody has nearly the same name is searched in the site and the file. */
function fileOf(made: Made[], people: Person[]): AdversaryFile {
  const called = new Map<string, Set<string>>();
  const add = (name: Pick<Person, 'first_name' | 'last_name'>, who: string) =>
    called.set(crudely(name), (called.get(crudely(name)) ?? new Set()).add(who));
  for (const person of people) add(person, person.id);
  made.forEach(({ row: { first_name = '', last_name = '' }, who }, index) =>
    add({ first_name, last_name }, who.person ?? `row ${index}`),
  );
  const bySame = new Map<Same, Map<string, Set<string>>>();
  const sameBy = (same: Same) => {
    const names = bySame.get(same) ?? new Map<string, Set<string>>();
    if (bySame.has(same)) return names;
    const note = (name: Pick<Person, 'first_name' | 'last_name'>, who: string) =>
      names.set(same(name), (names.get(same(name)) ?? new Set()).add(who));
    for (const person of people) note(person, person.id);
    made.forEach(({ row: { first_name = '', last_name = '' }, who }, index) =>
      note({ first_name, last_name }, who.person ?? `row ${index}`),
    );
    return bySame.set(same, names).get(same) as typeof names;
  };
  const stays = made.map(({ row: { first_name = '', last_name = '' }, stay, who }) => {
    const isAlone = (called.get(crudely({ first_name, last_name }))?.size ?? 0) <= 1;
    const isToldApart = !who.same || (sameBy(who.same).get(who.same({ first_name, last_name }))?.size ?? 0) <= 1;
    return {
      ...stay,
      clear: stay.clear && (who.clear === 'always' || isAlone),
      broadlyClear: stay.clear && (who.clear === 'always' || isToldApart),
    };
  });
  const ignored = made.some(({ row }) => 'Geburtsdatum' in row) ? ['Geburtsdatum'] : [];
  return { rows: made.map(({ row }) => row), stays, ignored };
}

const ISO: Style = { write: (year, month, day) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` }; // prettier-ignore

/** A site and files of it: the same for the same seed. */
export function makeAdversaries(seed: number, size: number): Adversaries {
  const random = seeded(seed);
  const strangers = makeStrangers(random);
  const rooms = makeRooms();
  const maker = new RowMaker(seed, random, rooms, strangers);
  const { people } = strangers;
  const each = Math.floor(size / (STYLES.length + BOOKS.length));
  const isFew = each < 150;
  const files = STYLES.map((style) =>
    fileOf(
      Array.from({ length: style.disputed ? Math.ceil(each / 4) : each }, () =>
        maker.make({ ...style, ...(style.needsMany && isFew && { isUnclear: true }) }),
      ),
      people,
    ),
  );
  for (const kind of BOOKS) {
    const file = fileOf(
      Array.from({ length: each }, () => maker.make(ISO)),
      people,
    );
    const { book, stays, sheet } = bookOf(kind, file.rows, file.stays, people, random);
    files.push({ ...file, stays, book, sheet });
  }
  const some = (share: number) => Array.from({ length: Math.max(8, Math.floor(each / share)) }, () => maker.make(ISO));
  for (let index = 0; index < 8; index++) files.push(divided(fileOf(some(6), people), random));
  for (let index = 0; index < 2; index++) {
    const file = fileOf(some(2), people);
    const both = file.rows.map((row, at) => withMoment(row, file.stays[at] as Stay, random));
    files.push({ ...file, rows: both.map(({ row }) => row), stays: both.map(({ stay }) => stay) });
  }
  for (let index = 0; index < 2; index++) files.push(withOddRows(fileOf(some(2), people), { people, rooms }, random));
  for (let index = 0; index < LISTS_OF_NAMES; index++)
    files.push(withWholeNames(fileOf(some(4), people), index, random));
  for (let index = 0; index < 2; index++) files.push(withBuildings(fileOf(some(2), people), rooms, random));
  // Rows that are sent again alone: no other row proves how their file writes days.
  for (let index = 0; index < 12; index++)
    files.push(fileOf([maker.make({ write: index % 2 ? mdy : pick(STYLES, random).write, isUnclear: true })], people));
  return { people, rooms, files };
}
