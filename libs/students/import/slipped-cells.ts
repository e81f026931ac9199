import { LEAST_COUNTED } from '#libs/matching/next-value';
import type { HouseForms } from '#libs/students/import/address-forms';
import { isNearlyAnothers, type Surroundings } from '#libs/students/import/identity';
import { idsThatCountOn } from '#libs/students/import/usual-ids';
import { open, refuseMixed, type Register, type Verdict } from '#libs/students/import/verdicts';

/** So many ids that are those of others, or dates of birth that are not those of the student, show that a column has slipped. */
const SLIPPED = 2;

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
 * Rows that cannot be compared with anything stand between others without a meaning.
 */
export function refuseRest(verdicts: Verdict[], houses: HouseForms): void {
  const proved = new Set(verdicts.filter(({ row, known }) => !known && houses.isProved(row)));
  const refused = new Set<Verdict>();
  for (const order of [verdicts, verdicts.toReversed()]) {
    let run: Verdict[] = [];
    for (const verdict of order) {
      const isNew = verdict.cause === null && !verdict.known;
      const isBeside = run.length === RUN && run.every(({ mixed }) => mixed && !(mixed === 'names' && proved.has(verdict))); // prettier-ignore
      if (isNew && isBeside) refused.add(verdict);
      if (verdict.known || verdict.mixed || proved.has(verdict)) run = [...run, verdict].slice(-RUN);
    }
  }
  for (const verdict of refused) refuseMixed(verdict, 'any');
}

/**
 * Where a column of dates of birth has slipped or was sorted alone, most of those that can be compared are wrong, or one is that of the student of the
 * next or the last row: then the others may be, too.
 */
export function refuseSlippedBirths(verdicts: Verdict[]): void {
  const isOther = ({ row, known }: Verdict) => row.date_of_birth !== null && row.date_of_birth !== (known?.date_of_birth ?? null); // prettier-ignore
  const compared = verdicts.filter(({ row, known }) => row.date_of_birth !== null && known && known.date_of_birth !== null); // prettier-ignore
  const slipped = compared.filter(isOther);
  const areMost = slipped.length >= SLIPPED && slipped.length * 2 >= compared.length;
  if (!areMost && !verdicts.some((verdict, at) => isOther(verdict) && isOfRowBeside(verdict, verdicts, at))) return;
  for (const verdict of open(verdicts)) if (isOther(verdict)) refuseMixed(verdict, 'any');
}

/** Whether a row has the date that the student of the row above or below it has, and that row does not. */
const isOfRowBeside = ({ row }: Verdict, verdicts: readonly Verdict[], at: number): boolean =>
  [verdicts[at - 1], verdicts[at + 1]].some(
    (beside) => beside?.known?.date_of_birth === row.date_of_birth && beside.row.date_of_birth !== row.date_of_birth,
  );
