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
  const slipped = verdicts.filter(({ row, known }) => known && isNearlyAnothers(row, known, people));
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

/** So many rows one after the other are no slips of one row each. */
const RUN = 2;

/**
 * Where rows with cells of other rows stand above those of new people, or below, the column has slipped up to there, and nothing says that it has not in theirs.
 * Nothing does either where such rows stand on both sides. Rows that cannot be compared with anything stand between others without a meaning.
 */
export function refuseRest(verdicts: Verdict[], houses: HouseForms): void {
  const proved = new Set(verdicts.filter(({ row, known }) => !known && houses.isProved(row)));
  const isOpen = ({ cause, known }: Verdict) => cause === null && !known;
  const hasMeaning = (verdict: Verdict) => verdict.known !== null || verdict.mixed !== undefined;
  const sides = [verdicts, verdicts.toReversed()].map((order) => ({
    beside: runsBefore(order, RUN, (verdict) => hasMeaning(verdict) || proved.has(verdict)),
    // An email says nothing of an id or a room.
    known: runsBefore(order, LEAST_COUNTED, hasMeaning),
  }));
  for (const verdict of verdicts.filter(isOpen)) {
    const isMixed = ({ mixed }: Verdict) => mixed === 'any' || (mixed === 'names' && !proved.has(verdict));
    const hasRun = sides.some(({ beside, known }) => {
      const [near, far] = [beside.get(verdict) ?? [], known.get(verdict) ?? []];
      return (near.length === RUN && near.every(isMixed)) || (far.length === LEAST_COUNTED && far.every(({ mixed }) => mixed === 'any')); // prettier-ignore
    });
    const isBetween = sides.every(({ known }) => known.get(verdict)?.slice(-1).some(isMixed));
    if (hasRun || isBetween) refuseMixed(verdict, 'any');
  }
}

/** The last rows before each that something is to be said of, so many at most. */
function runsBefore(
  verdicts: readonly Verdict[],
  length: number,
  hasMeaning: (verdict: Verdict) => boolean,
): ReadonlyMap<Verdict, readonly Verdict[]> {
  let run: Verdict[] = [];
  const runs = new Map<Verdict, readonly Verdict[]>();
  for (const verdict of verdicts) {
    runs.set(verdict, run);
    if (hasMeaning(verdict)) run = [...run, verdict].slice(-length);
  }
  return runs;
}

/**
 * Where a column of dates of birth has slipped or was sorted alone, most of those that can be compared are wrong: then the others may be, too. One that is that of
 * the student of the next or the last row has slipped with those beside it. Of a row that is about somebody else by its name, a date of birth says nothing.
 */
export function refuseSlippedBirths(verdicts: Verdict[]): void {
  const isOther = ({ row, known }: Verdict) => row.date_of_birth !== null && row.date_of_birth !== (known?.date_of_birth ?? null); // prettier-ignore
  const named = verdicts.filter(({ row, known }) => !known || isCalledSo(row, known));
  const compared = named.filter(({ row, known }) => row.date_of_birth !== null && (known?.date_of_birth ?? null) !== null); // prettier-ignore
  const slipped = compared.filter(isOther);
  const areMost = slipped.length >= SLIPPED && slipped.length * 2 >= compared.length;
  const mayBe = new Set(named.filter(isOther));
  const ofRowBeside = verdicts.filter((verdict, at) => mayBe.has(verdict) && isOfRowBeside(verdict, verdicts, at));
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
