import { addTo } from '#libs/core/collections/grouped';
import { claimedNights } from '#libs/booking-import/places/claimed-nights';
import { fieldOf } from '#libs/booking-import/columns/columns';
import {
  type Contradiction,
  Contradictions,
  isCorrected,
  type Placed,
} from '#libs/booking-import/matching/contradictions';
import { type GivenRow, isSkipped } from '#libs/booking-import/draft';
import type { Normalized, ReadRow } from '#libs/booking-import/rows/read-row';
import { lastNightsIn } from '#libs/booking-import/matching/last-nights';
import { type StatusAbove, StatusesAbove } from '#libs/booking-import/rows/status-above';
import { isHeading } from '#libs/booking-import/columns/sections';
import { saysNone } from '#libs/core/csv/lost-cells';
import { Arrivals, type DayOfStay } from '#libs/booking-import/dates/arrivals';
import { DraggedDays } from '#libs/booking-import/dates/dragged-days';
import type { ReadingSite } from '#libs/booking-import/rows/read-row';
import { dayAgainst } from '#libs/booking-import/rows/note-days';
import { NotesOfOtherRows, type SaidElsewhere } from '#libs/booking-import/matching/notes-of-other-rows';
import { type PlateDoubt, SharedPlates } from '#libs/booking-import/matching/shared-plates';
import { FilePeople } from '#libs/matching/file-people';
import { isId } from '#libs/core/http/ids';
import type { GivenPerson, PeopleIndex } from '#libs/matching/people-index';
import { nameOf } from '#libs/matching/person-name';
import type { LocationIndex } from '#libs/matching/location-index';

/** Somebody in a place for some nights. Of a row that cannot be written, what is not known may be anything. */
interface Stay {
  row: number;
  room: string | null;
  /** The first day, if it can be read. */
  day: string | null;
  from: string | null;
  to: string | null;
  isBroken: boolean;
}

/** A row that is read, whatever it means. */
interface Reading extends ReadRow {
  given: GivenRow;
}

/** What the other rows of a file say against one. */
interface Against {
  /** The first that puts its person elsewhere in some of its nights, or may do so, because it cannot be read as a whole. */
  elsewhere: { row: number; isBroken: boolean } | null;
  /** One that says something else of its stay or its booking. */
  contradiction: Contradiction | null;
}

/** What a file says as a whole: a row of it is only clear while no other row speaks against it. */
export class FileEvidence {
  readonly people: FilePeople;
  /** Whether a row says in a column of its own which building its room is in. */
  statesBuilding = false;
  /** Whether a row says which status it has. */
  statesStatus = false;
  /** Whether a row has a last day: one that is blank may be that of the row above. */
  statesEnds = false;
  private readonly filled = { rows: 0, status: 0 };
  private readonly notes = { dash: 0, blank: 0 };
  private readonly arrivals = new Arrivals();
  private readonly dragged = new DraggedDays();
  private readonly plates = new SharedPlates();
  private readonly notesOfOthers = new NotesOfOtherRows();
  private readonly statuses = new StatusesAbove();
  private ends?: ReturnType<typeof lastNightsIn>;
  private readonly stays = new Map<string, Stay[]>();
  /** The same of stays that do not take place. */
  private readonly calledOff = new Map<string, Stay[]>();
  /** Those of which it is not certain who is meant, by room, with the words of the name. */
  private readonly offBySomebody = new Map<string, { stay: Stay; words: string[] }[]>();
  private readonly contradictions = new Contradictions();
  /** Whom and which room each row means, by its number. */
  private readonly known = new Map<number, Pick<Placed, 'who' | 'room'>>();

  constructor(
    private readonly site: PeopleIndex,
    private readonly rooms: LocationIndex,
  ) {
    this.people = new FilePeople(site);
  }

  add(reading: Reading): void {
    // Skipping the line of a group does not say that its status has nothing to do with the rows below it.
    if (!isHeading(reading.given)) {
      this.statuses.add(reading);
      this.statesEnds ||= hasEnd(reading);
      this.dragged.add(reading.given.row_index, reading.normalized);
    }
    if (isSkipped(reading.given) || isHeading(reading.given)) return;
    if (reading.normalized.status !== null) this.statesStatus = true;
    if (reading.normalized.building !== null) this.statesBuilding = true;
    this.filled.rows++;
    if (reading.normalized.status !== null) this.filled.status++;
    const { notes } = reading.normalized;
    if (notes === null || isDash(notes)) this.notes[notes === null ? 'blank' : 'dash']++;
    this.arrivals.add(reading.normalized);
    const person = personOf(reading);
    this.people.add(person);
    const placed = this.placed(reading);
    const stay = stayOf(placed);
    if (stay?.room && isOff(reading) && !isId(placed.who ?? '')) addTo(this.offBySomebody, stay.room, { stay, words: wordsOf(person) }); // prettier-ignore
    if (placed.who !== null && isOff(reading)) addTo(this.calledOff, placed.who, stay ?? anyStay(reading));
    else if (placed.who !== null && stay) addTo(this.stays, placed.who, stay);
    this.contradictions.add(placed);
    const known = this.site.get(placed.who ?? '');
    this.notesOfOthers.add(reading.given.row_index, known ? [person, known] : [person], reading.normalized);
    this.plates.add(reading.given.row_index, reading.normalized.vehicle_registration, () => driverOf(placed));
  }

  /** Whether most rows have a status, so that a blank one is rather something that is missing. */
  get mostlyHasStatus(): boolean {
    return this.filled.status * 2 > this.filled.rows;
  }

  /** What the notes of another row say that may be about this one. */
  saidElsewhere = ({ given }: Pick<Reading, 'given'>, calendar: ReadingSite): SaidElsewhere | null =>
    this.notesOfOthers.of(given.row_index, (notes, row) => dayAgainst(notes, row, calendar));

  /** Whether a dash in the notes may say something: in a list that has it wherever there is no note, it says nothing. */
  isOddDash = ({ normalized: { notes } }: Pick<Reading, 'normalized'>): boolean =>
    notes !== null && isDash(notes) && (this.notes.blank > 0 || this.notes.dash === 1);

  /** The day of a row in whose year nobody else arrives or leaves, as with a wrong digit. */
  doubtfulYear = ({ normalized }: Pick<Reading, 'normalized'>, today: string): DayOfStay | null =>
    this.arrivals.doubtfulYear(normalized, today);

  /** The day of a row that counts on from those above. */
  draggedDay = ({ given }: Pick<Reading, 'given'>): DayOfStay | null =>
    isCorrected(given, ['contract_start', 'contract_end']) ? null : this.dragged.of(given.row_index);

  /** What other rows say against the number plate of a row. */
  plateDoubt(reading: Reading): PlateDoubt {
    const { vehicle_registration: plate } = reading.normalized;
    if (plate === null || isCorrected(reading.given, ['vehicle_registration'])) return null;
    return this.plates.of(reading.given.row_index, plate, driverOf(this.placed(reading)));
  }

  /** The row above one without a status, which may say it for both. */
  statusAbove = ({ given }: Pick<Reading, 'given'>): StatusAbove | null => this.statuses.of(given.row_index);

  /** Whether the last day of a row may be its last night. */
  endsWithNight({ given, normalized }: Pick<Reading, 'given' | 'normalized'>, isColumnOfNights = false): boolean {
    this.ends ??= lastNightsIn(this.stays.values(), this.staysByRoom().values());
    const isAsked = normalized.contract_end !== null && !isCorrected(given, ['contract_end']);
    return isAsked && (isColumnOfNights || this.ends.isAll || this.ends.rows.has(given.row_index));
  }

  private staysByRoom(): Map<string, Stay[]> {
    const stays = new Map<string, Stay[]>();
    for (const stay of [...this.stays.values()].flat()) if (stay.room !== null) addTo(stays, stay.room, stay);
    return stays;
  }

  /** What other rows say against a row. */
  against(reading: Reading): Against {
    const placed = this.placed(reading);
    return {
      elsewhere: this.elsewhere(placed),
      contradiction: isSkipped(reading.given) ? null : (this.contradictions.of(placed) ?? this.offAsWell(placed)),
    };
  }

  private elsewhere(placed: Placed): Against['elsewhere'] {
    const stay = stayOf(placed);
    if (placed.who === null || !stay || isOff(placed)) return null;
    // Who corrects the arrival has seen that the other row says it in another way.
    const isCorrected = Object.keys(placed.given.resolution?.values ?? {}).some((header) => fieldOf(header) === 'contract_start'); // prettier-ignore
    const isHere = (each: Stay) => isCorrected && each.room === stay.room && each.day === null;
    const other = this.stays.get(placed.who)?.find((each) => each.row !== stay.row && !isHere(each) && areApart(each, stay)); // prettier-ignore
    return other ?? null;
  }

  /** A row that calls off a stay of the person in that room, in some of the nights: it may be the same stay, of which a day was corrected before. */
  private offAsWell(placed: Placed): Contradiction | null {
    const stay = stayOf(placed);
    if (placed.who === null || !stay || isOff(placed) || isCorrected(placed.given, ['status'])) return null;
    const own = this.rooms.get(stay.room ?? '');
    // A room that the site does not have may be this one, written in another way.
    const isSameRoom = ({ room }: Stay) => {
      const other = this.rooms.get(room ?? '');
      return room === null || room === stay.room || !other || (own !== undefined && this.rooms.isWithin(own, other));
    };
    const isSameStay = (each: Stay) => isSameRoom(each) && haveCommonNights(each, stay);
    const somebody = this.offBySomebody.get(stay.room ?? '') ?? [];
    const words = somebody.length > 0 ? wordsOf(placed.normalized) : [];
    // Without a name, or with a part of this one, it may be this person.
    const mayBe = (others: string[]) => others.length === 0 || others.some((word) => words.includes(word));
    const off = this.calledOff.get(placed.who)?.find(isSameStay) ?? somebody.find((each) => isSameStay(each.stay) && mayBe(each.words))?.stay; // prettier-ignore
    return off ? { row: off.row, columns: ['status'], areBothAccepted: false } : null;
  }

  private placed(reading: Reading): Placed {
    const { given, normalized, status, issues } = reading;
    let place = this.known.get(given.row_index);
    if (!place) this.known.set(given.row_index, (place = this.placeOf(reading)));
    return { given, normalized, status, issues, who: place.who, room: place.room };
  }

  private placeOf(reading: Reading): Pick<Placed, 'who' | 'room'> {
    const { resolution } = reading.given;
    const { room } = reading.normalized;
    const id = resolution?.location_id ?? (room === null ? null : (this.rooms.find(room).only?.id ?? room));
    return { who: resolution?.person_id ?? this.people.whoIs(personOf(reading)), room: id };
  }
}

function stayOf({ given, normalized, room, issues }: Placed): Stay | null {
  const { contract_start: from, contract_end: to } = normalized;
  const isBroken = issues.some(({ severity }) => severity === 'error');
  const isKnown = isBroken ? (room ?? from ?? to) !== null : room !== null && from !== null;
  return isKnown ? { row: given.row_index, room, day: from, ...claimedNights(normalized, issues), isBroken } : null;
}

/** Who has the car of a row: somebody known, or the words of a name. */
const driverOf = ({ who, normalized }: Placed): string => who ?? wordsOf(normalized).join(' ');

const wordsOf = (person: GivenPerson): string[] => nameOf(person).looseWords;

/** All that a row which says neither a room nor a day can be about. */
const anyStay = ({ given: { row_index: row } }: Reading): Stay => ({ row, room: null, day: null, from: null, to: null, isBroken: true }); // prettier-ignore

/** Whether two stays of one person are, or may be, in several places in the same nights. */
function areApart(one: Stay, other: Stay): boolean {
  const isSame = one.room !== null && one.room === other.room && one.day !== null && one.day === other.day;
  return !isSame && haveCommonNights(one, other);
}

function haveCommonNights(one: Stay, other: Stay): boolean {
  const isBefore = (from: string | null, to: string | null) => from === null || to === null || from < to;
  return isBefore(one.from, other.to) && isBefore(other.from, one.to);
}

/** Also one that cannot be read. */
const hasEnd = ({ normalized, issues }: ReadRow): boolean =>
  normalized.contract_end !== null || issues.some(({ field }) => field === 'contract_end');

const isDash = (notes: string): boolean => saysNone(notes) && !/\p{L}/u.test(notes);

const isOff = ({ normalized: { status } }: { normalized: Normalized }): boolean =>
  status === 'cancelled' || status === 'no_show' || status === 'void';

/** Whom a row names, or what somebody decided instead. */
export function personOf({ given, normalized }: Pick<Reading, 'given' | 'normalized'>) {
  const person = given.resolution?.create_person;
  if (!person) return normalized;
  // What the decision does not say is what the row says.
  const { first_name, last_name = '', email = normalized.email, student_id = normalized.student_id } = person;
  return { ...normalized, first_name, last_name, email, student_id };
}
