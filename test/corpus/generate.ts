import { pick, seeded } from '#apps/demo/seeded';
import type { Draft, Defect } from './defect.js';
import { DEFECTS } from './defects.js';
import type { CorpusSite, Person, Room } from './site.js';

/** What a row really means: the right answer. `duplicate`: the row before says the same. */
export interface Truth {
  defect: string;
  person: string | null;
  room: string | null;
  start: string;
  asked: boolean;
  duplicate: boolean;
}

/** A file for a preview, with the right answer for each of its rows. */
export interface CorpusFile {
  order: 'dmy' | 'mdy' | null;
  csv: string;
  truths: Truth[];
}

const COLUMNS = ['student_id', 'first_name', 'last_name', 'email', 'room', 'contract_start', 'contract_end'];
const HEADERS = ['Student No.', 'FIRST NAME', 'Súrname', 'E-Mail', 'Room code', 'Arrival\u00a0date', 'contract_end'];
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Makes the corpus: `each` rows of every defect, in a file for each order of days. */
export function makeCorpus(site: CorpusSite, { each = 45, seed = 7 } = {}): CorpusFile[] {
  const random = seeded(seed);
  const nights = makeNights(random);
  const alone = onePlaceEach();
  return ([['dmy', undefined], ['mdy', 'mdy'], [null, 'none']] as const).map(([order, marked]) => {
    const defects = Object.entries(DEFECTS).filter(([, defect]) => defect.order === marked);
    const rows = shuffled(
      defects.flatMap(([name, defect]) => Array.from({ length: each }, () => alone(() => makeRow(site, name, defect, nights, random)))),
      random,
    ).flatMap((row) => (random() < 0.03 && !row.truth.asked ? [row, { ...row, truth: { ...row.truth, duplicate: true } }] : [row]));
    return { order, csv: toCsv(rows.map(({ cells }) => cells), random), truths: rows.map(({ truth }) => truth) };
  });
} // prettier-ignore

/** Makes rows again until nobody is in two rooms in the same nights, which would be a question of its own. */
function onePlaceEach() {
  const starts = new Map<string, number[]>();
  return <Row extends { truth: Truth }>(make: () => Row): Row => {
    for (;;) {
      const row = make();
      const { person, start } = row.truth;
      const others = starts.get(person ?? '') ?? [];
      if (person !== null && others.some((other) => Math.abs(other - Date.parse(start)) < 60 * 86_400_000)) continue;
      if (person !== null) starts.set(person, [...others, Date.parse(start)]);
      return row;
    }
  };
}

/** With them, a stay from the 24th ends within its two months. */
const NIGHTS = 30;

/** Nights that no other row takes in the room: two months for each, years of their own for flats, all within the ten years that are not asked about, and of numbers that no day has. */
function makeNights(random: () => number) {
  const taken = new Map<string, number>();
  return ({ id, type }: Room, isUnclear: boolean): [start: string, end: string] => {
    const turn = taken.get(id) ?? 0;
    taken.set(id, turn + 1);
    const first = (type === 'Flat' ? 36 : 1) + turn * 2;
    // Up to the twelfth, where day and month can be taken for each other, but not on 3 March, which reads one way.
    const month = (first % 12) + 1;
    const low = 1 + Math.floor(random() * 12);
    const unclear = low === month ? (low % 12) + 1 : low;
    // Half of the days of a file prove its order.
    const start = Date.UTC(2032, first, isUnclear || random() < 0.5 ? unclear : unclear + 12);
    return [isoDay(start), isoDay(start + NIGHTS * 86_400_000)];
  };
}

function makeRow(
  { people, rooms }: CorpusSite,
  name: string,
  defect: Defect,
  nights: (room: Room, isUnclear: boolean) => [string, string],
  random: () => number,
) {
  const someone = (like: (person: Person) => boolean = ({ unmistakable }) => unmistakable) => {
    const start = Math.floor(random() * people.length);
    const found = [...people.slice(start), ...people.slice(0, start)].find(like);
    if (!found) throw new Error(`Nobody is fit for "${name}".`);
    return found;
  };
  const room = pick(rooms, random);
  const [start, end] = nights(room, defect.order === 'none');
  const draft: Draft = {
    cells: { room: room.code, contract_start: start, contract_end: end },
    person: null,
    room,
    start,
    random,
    someone,
    about(person) {
      const { student_id, first_name, last_name, email } = person;
      Object.assign(draft.cells, { student_id, first_name, last_name, email });
      draft.person = person;
    },
    keep(...columns) {
      for (const column of ['student_id', 'first_name', 'last_name', 'email'])
        if (!columns.includes(column)) draft.cells[column] = '';
    },
  };
  draft.about(someone());
  defect.spoil(draft);
  const truth: Truth = {
    defect: name,
    person: draft.person?.id ?? null,
    room: draft.room?.id ?? null,
    start,
    asked: defect.asked,
    duplicate: false,
  };
  return { cells: draft.cells, truth };
}

function shuffled<T>(rows: T[], random: () => number): T[] {
  const keys = new Map(rows.map((row) => [row, random()]));
  return rows.sort((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
}

// The name of one is inherited by every object; a name that no request may have (`constructor`) could not be declared.
const UNREAD = ['toString', 'valueOf'];

/** Declares, for the query of a preview, that the columns which nobody should trust are not to be read. */
export const IGNORED = encodeURIComponent(JSON.stringify(Object.fromEntries(UNREAD.map((name) => [name, 'ignore']))));

/** As it comes from people: byte order mark, every kind of line end, odd headers, a column that nobody should trust. */
function toCsv(rows: Record<string, string>[], random: () => number): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) || random() < 0.2 ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (cells: string[]) => cells.map(quoted).join(',') + pick(['\r\n', '\n', '\r'], random);
  const extra = () => pick(['', '=HYPERLINK("http://x.example")', '🙂', '{"person_id":1}'], random);
  const lines = rows.map((cells) => line([...COLUMNS.map((column) => cells[column] ?? ''), ...UNREAD.map(extra)]));
  return `\ufeff${line([...HEADERS, ...UNREAD])}${lines.join('')}`;
}
