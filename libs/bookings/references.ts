import type { Sql } from '#libs/core/database/database';
import { DomainError, InvalidField, UnknownReference } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { findReferences, type KnownReferences } from '#libs/bookings/create-booking.queries';

/** The ids that a booking refers to, in lower case. */
export interface GivenReferences {
  siteId: string;
  location: string;
  leadPerson: string;
  additionalPeople: string[];
  flags: string[];
  block: string | null;
}

const unknown = (what: string, pointer: string, id: string, known: string[]) =>
  known.includes(id) ? [] : [{ pointer, what }];

/**
 * Reads everything that a booking refers to, and locks it unless told otherwise.
 * @throws UnknownReference with each reference that leads nowhere in the site; with `only`, of these fields
 */
export async function requireReferences(
  sql: Sql,
  given: GivenReferences,
  { lock = true, only }: { lock?: boolean; only?: string[] } = {},
): Promise<KnownReferences> {
  const { siteId, location, leadPerson, additionalPeople, flags, block } = given;
  if (additionalPeople.includes(leadPerson)) throw namesLeadTwice();
  const wellFormed = {
    siteId,
    location: isId(location) ? location : newId(),
    people: [leadPerson, ...additionalPeople].filter(isId),
    flags: flags.filter(isId),
    block: block === null || isId(block) ? block : newId(),
  };
  const known = await findReferences(sql, wellFormed, { lock });
  const { people, flags: knownFlags, block: knownBlock } = known ?? { ...wellFormed, block: true };
  const faults = [
    ...unknown('person', '/lead_person', leadPerson, people),
    ...additionalPeople.flatMap((id, index) => unknown('person', `/additional_people/${index}`, id, people)),
    ...(known ? [] : [{ pointer: '/location', what: 'location' }]),
    ...flags.flatMap((id, index) => unknown('flag', `/flags/${index}`, id, knownFlags)),
    ...(knownBlock ? [] : [{ pointer: '/block_booking', what: 'block booking' }]),
  ].filter(({ pointer }) => !only || only.includes(pointer.split('/')[1] ?? ''));
  if (faults.length > 0 || !known) throw new UnknownReference(faults);
  return known;
}

/** @throws InvalidField `location_not_allocatable` when the location is closed or of a type that is not booked */
export function requireBookable({ allocatable, active }: KnownReferences): void {
  if (allocatable && active) return;
  const why = active ? 'has a type that cannot be allocated to bookings' : 'is closed';
  throw new InvalidField('location_not_allocatable', '/location', why);
}

function namesLeadTwice(): DomainError {
  const fault = { pointer: '/additional_people', code: 'lead_person', detail: 'must not name the lead person' };
  return new DomainError('validation_failed', `${fault.pointer} ${fault.detail}`, {}, [fault]);
}
