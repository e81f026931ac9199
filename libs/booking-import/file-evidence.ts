import { addTo } from '#libs/core/collections/grouped';
import { Contradictions, type Placed } from '#libs/booking-import/contradictions';
import type { GivenRow } from '#libs/booking-import/draft';
import type { Normalized, ReadRow } from '#libs/booking-import/read-row';
import { FilePeople } from '#libs/matching/file-people';
import type { PeopleIndex } from '#libs/matching/people-index';
import type { LocationIndex } from '#libs/matching/location-index';

interface Stay {
  row: number;
  room: string;
  from: string;
  to: string | null;
}

/** A row that is read, whatever it means. */
interface Reading extends ReadRow {
  given: GivenRow;
}

/** What the other rows of a file say against one. */
interface Against {
  /** The first that puts its person elsewhere in some of its nights. */
  elsewhere: number | null;
  /** The first that says something else of its stay or its booking, and in which columns. */
  contradiction: { row: number; columns: string[] } | null;
}

/** What a file says as a whole: a row of it is only clear while no other row speaks against it. */
export class FileEvidence {
  readonly people: FilePeople;
  private readonly stays = new Map<string, Stay[]>();
  private readonly contradictions = new Contradictions();

  constructor(
    people: PeopleIndex,
    private readonly rooms: LocationIndex,
  ) {
    this.people = new FilePeople(people);
  }

  add(reading: Reading): void {
    if (reading.given.resolution?.action === 'skip') return;
    const person = personOf(reading);
    this.people.add(person);
    const placed = this.placed(reading);
    const stay = stayOf(placed);
    if (placed.who !== null && stay && !isOff(reading)) addTo(this.stays, placed.who, stay);
    this.contradictions.add(placed);
  }

  /** What other rows say against a row. */
  against(reading: Reading): Against {
    const placed = this.placed(reading);
    const isSkipped = reading.given.resolution?.action === 'skip';
    return { elsewhere: this.elsewhere(placed), contradiction: isSkipped ? null : this.contradictions.of(placed) };
  }

  private elsewhere(placed: Placed): number | null {
    const stay = stayOf(placed);
    if (placed.who === null || !stay || isOff(placed)) return null;
    const other = this.stays
      .get(placed.who)
      ?.find(
        (each) =>
          each.row !== stay.row &&
          !(each.room === stay.room && each.from === stay.from) &&
          (stay.to === null || each.from < stay.to) &&
          (each.to === null || stay.from < each.to),
      );
    return other?.row ?? null;
  }

  private placed(reading: Reading): Placed {
    const { given, normalized, status, issues } = reading;
    const { room } = normalized;
    const id = given.resolution?.location_id ?? (room === null ? null : (this.rooms.find(room).only?.id ?? room));
    const who = given.resolution?.person_id ?? this.people.whoIs(personOf(reading));
    return { given, normalized, status, issues, who, room: id };
  }
}

const stayOf = ({ given, normalized: { contract_start: from, contract_end: to }, room }: Placed): Stay | null =>
  from === null || room === null ? null : { row: given.row_index, room, from, to };

const isOff = ({ normalized: { status } }: { normalized: Normalized }): boolean =>
  status === 'cancelled' || status === 'no_show' || status === 'void';

/** Whom a row names, or what somebody decided instead. */
export function personOf({ given, normalized }: Pick<Reading, 'given' | 'normalized'>) {
  const person = given.resolution?.create_person;
  if (!person) return normalized;
  const { first_name, last_name = '', email = null, student_id = null } = person;
  return { ...normalized, first_name, last_name, email, student_id };
}
