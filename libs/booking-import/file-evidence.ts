import { addTo } from '#libs/core/collections/grouped';
import type { GivenRow } from '#libs/booking-import/draft';
import type { Normalized } from '#libs/booking-import/read-row';
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
interface Reading {
  given: GivenRow;
  normalized: Normalized;
}

/** What a file says as a whole: a row of it is only clear while no other row speaks against it. */
export class FileEvidence {
  readonly people: FilePeople;
  private readonly stays = new Map<string, Stay[]>();

  constructor(
    people: PeopleIndex,
    private readonly rooms: LocationIndex,
  ) {
    this.people = new FilePeople(people);
  }

  add({ given, normalized }: Reading): void {
    if (given.resolution?.action === 'skip') return;
    const person = personOf({ given, normalized });
    this.people.add(person);
    const who = this.people.whoIs(person);
    const stay = this.stayOf({ given, normalized });
    if (who !== null && stay && !isOff(normalized)) addTo(this.stays, who, stay);
  }

  /** The first other row that puts the person of a row elsewhere in some of its nights. */
  elsewhere(reading: Reading): number | null {
    const who = this.people.whoIs(personOf(reading));
    const stay = this.stayOf(reading);
    if (who === null || !stay || isOff(reading.normalized)) return null;
    const other = this.stays
      .get(who)
      ?.find(
        (each) =>
          each.row !== stay.row &&
          !(each.room === stay.room && each.from === stay.from) &&
          (stay.to === null || each.from < stay.to) &&
          (each.to === null || stay.from < each.to),
      );
    return other?.row ?? null;
  }

  private stayOf({ given, normalized }: Reading): Stay | null {
    const { room, contract_start: from, contract_end: to } = normalized;
    const id = given.resolution?.location_id ?? (room === null ? null : (this.rooms.find(room).only?.id ?? room));
    return from === null || id === null ? null : { row: given.row_index, room: id, from, to };
  }
}

const isOff = ({ status }: Normalized): boolean => status === 'cancelled' || status === 'no_show' || status === 'void';

/** Whom a row names, or what somebody decided instead. */
export function personOf({ given, normalized }: Reading) {
  const person = given.resolution?.create_person;
  if (!person) return normalized;
  const { first_name, last_name = '', email = null, student_id = null } = person;
  return { ...normalized, first_name, last_name, email, student_id };
}
