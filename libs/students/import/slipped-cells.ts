import { LEAST_COUNTED } from '#libs/matching/next-value';
import { writtenForm } from '#libs/matching/tolerances';
import type { HouseForms } from '#libs/students/import/address-forms';
import { isNearlyAnothers, type Surroundings } from '#libs/students/import/identity';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { idsThatCountOn } from '#libs/students/import/usual-ids';
import { open, refuseMixed, type Register, type Verdict } from '#libs/students/import/verdicts';

/** So many ids that are those of others, or dates of birth that are not those of the student, show that a column has slipped. */
const SLIPPED = 2;

/** Where most known students have a first name that is another one as a whole, beside their own last name, or the other way round, the column has slipped. */
export function noteSlippedNames(verdicts: readonly Verdict[]): void {
  for (const [field, beside] of [
    ['first_name', 'last_name'],
    ['last_name', 'first_name'],
  ] as const) {
    const named = verdicts.filter(({ row, known }) => known && row[field] !== null);
    const others = named.filter(({ row, known, cause }) => {
      const [given, own, givenBeside, ownBeside] = [row[field], known?.[field], row[beside], known?.[beside]].map((name) => writtenForm(name ?? '')); // prettier-ignore
      return cause === 'identity_conflict' && givenBeside === ownBeside && given?.charAt(0) !== own?.charAt(0);
    });
    if (others.length < LEAST_COUNTED || others.length * 2 < named.length) continue;
    for (const verdict of others) verdict.mixed ??= 'any';
  }
}

/** Where a column of ids has slipped, the row at its end has an id that nobody has, and that is not its own either. Ids that count on were filled down. */
export function refuseSlippedIds(verdicts: Verdict[], { people }: Surroundings): void {
  const slipped = verdicts.filter(({ row, known, mixed }) => known && (mixed || isNearlyAnothers(row, known, people)));
  // Who renumbers everybody begins with a new id.
  const renumbered = new Set(verdicts.filter(isRenumbered).map(({ row }) => row));
  const counting = idsThatCountOn(
    verdicts.map(({ row }) => row),
    (first) => !renumbered.has(first),
  );
  for (const verdict of open(verdicts)) {
    const { row } = verdict;
    if (slipped.length < SLIPPED && !counting.has(row)) continue;
    if (isRenumbered(verdict)) refuseMixed(verdict, 'any');
  }
}

const isRenumbered = ({ row, known }: Verdict): boolean =>
  known !== null && row.student_key !== null && row.student_key !== known.student_key;

/** So many rows a column of rooms may have slipped by. */
const FARTHEST = 3;

/** Refuses rooms that are those of the students some rows above, or below, who would leave them: the column of rooms has slipped. */
export function refuseSlippedRooms(verdicts: Verdict[], register: Register): void {
  const rows = verdicts.map((verdict) => {
    const record = verdict.known ?? register.namedBy(verdict.row)[0];
    const [home, room] = [record?.location ?? null, verdict.row.location_id];
    return { verdict, home, room, hasMoved: record !== undefined && home !== room };
  });
  for (const step of Array.from({ length: 2 * FARTHEST + 1 }, (_, at) => at - FARTHEST)) {
    const slipped = rows.filter(({ home, room }, at) => {
      const beside = rows[at + step];
      return room !== null && home !== room && beside?.hasMoved && beside.home === room;
    });
    const moved = new Set([...rows.filter(({ hasMoved }) => hasMoved), ...slipped]);
    const rooms = new Set(slipped.map(({ room }) => room));
    if (rooms.size < LEAST_COUNTED || slipped.length * 2 < moved.size) continue;
    for (const { verdict } of moved) refuseMixed(verdict, 'any');
  }
}

/** So many rows one after the other are no slips of one row each. They say something of so many rows beside them. */
const RUN = 2;

/**
 * Where rows with cells of other rows stand above those of new people, or below, the column has slipped up to there, and nothing says that it has not in theirs.
 * Nothing does either where such rows stand on both sides. Rows that cannot be compared with anything stand between others without a meaning.
 */
export function refuseRest(verdicts: Verdict[], houses: HouseForms): void {
  const proved = new Set(verdicts.filter(({ row, known }) => !known && houses.isProved(row)));
  const hasMeaning = (verdict: Verdict) => verdict.known !== null || verdict.mixed !== undefined;
  const sides = [verdicts, verdicts.toReversed()].map((order) => ({
    beside: runsBefore(order, (verdict) => hasMeaning(verdict) || proved.has(verdict)),
    // An email says nothing of an id or a room.
    known: runsBefore(order, hasMeaning),
  }));
  const isCell = ({ mixed }: Verdict) => mixed === 'any';
  const has = ({ rows }: Run, least: number, isSo: (row: Verdict) => boolean) => rows.length >= least && rows.slice(-least).every(isSo); // prettier-ignore
  for (const verdict of open(verdicts).filter(({ known }) => known === null)) {
    const isMixed = (row: Verdict) => isCell(row) || (row.mixed === 'names' && !proved.has(verdict));
    const runs = sides.map(({ beside, known }) => [beside.get(verdict), known.get(verdict)] as [Run, Run]);
    const hasRun = runs.some(([beside, known]) => (beside.distance <= RUN && has(beside, RUN, isMixed)) || has(beside, LEAST_COUNTED, isMixed) || has(known, LEAST_COUNTED, isCell)); // prettier-ignore
    const isBetween = runs.every(([beside, known]) => has(beside, 1, isMixed) || has(known, 1, isCell));
    if (hasRun || isBetween) refuseMixed(verdict, 'any');
  }
}

/** The last rows that something is to be said of, and how many rows after the last of them it is. */
interface Run {
  rows: readonly Verdict[];
  distance: number;
}

/** What stands before each row. */
function runsBefore(
  verdicts: readonly Verdict[],
  hasMeaning: (verdict: Verdict) => boolean,
): ReadonlyMap<Verdict, Run> {
  let run: Run = { rows: [], distance: 0 };
  const runs = new Map<Verdict, Run>();
  for (const verdict of verdicts) {
    run = { ...run, distance: run.distance + 1 };
    runs.set(verdict, run);
    if (hasMeaning(verdict)) run = { rows: [...run.rows, verdict].slice(-LEAST_COUNTED), distance: 0 };
  }
  return runs;
}

/**
 * Where a column of dates of birth has slipped or was sorted alone, most of those that can be compared are wrong: then the others may be, too. One that is that of
 * the student of the next or the last row has slipped with those beside it. Of a row that is about somebody else by its name, a date of birth says nothing.
 */
export function refuseSlippedBirths(verdicts: Verdict[]): void {
  const isOther = ({ row, known }: Verdict) => row.date_of_birth !== null && row.date_of_birth !== (known?.date_of_birth ?? null); // prettier-ignore
  const isNamed = ({ row, known }: Verdict) => !known || isCalledSo(row, known);
  const compared = verdicts.filter((verdict) => isNamed(verdict) && verdict.row.date_of_birth !== null && (verdict.known?.date_of_birth ?? null) !== null); // prettier-ignore
  const slipped = compared.filter(isOther);
  const areMost = slipped.length >= SLIPPED && slipped.length * 2 >= compared.length;
  const ofRowBeside = verdicts.filter((verdict, at) => isOther(verdict) && isNamed(verdict) && isOfRowBeside(verdict, verdicts, at)); // prettier-ignore
  if (!areMost && ofRowBeside.length === 0) return;
  for (const verdict of open(verdicts)) if (isOther(verdict) && (areMost || verdict.known)) refuseMixed(verdict, 'any');
  for (const verdict of ofRowBeside) if (verdict.known) verdict.mixed ??= 'any';
}

const isCalledSo = ({ first_name: first, last_name: last }: KeyedRow, { first_name, last_name }: Known): boolean =>
  [[first, first_name], [last, last_name]].every(([given, own]) => !given || writtenForm(given) === writtenForm(own ?? '')); // prettier-ignore

/** Whether a row has the date that the student of the row above or below it has, and that row does not. */
const isOfRowBeside = ({ row }: Verdict, verdicts: readonly Verdict[], at: number): boolean =>
  [verdicts[at - 1], verdicts[at + 1]].some(
    (beside) => beside?.known?.date_of_birth === row.date_of_birth && beside.row.date_of_birth !== row.date_of_birth,
  );
