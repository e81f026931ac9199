import { leadPersonRequired } from '#libs/bookings/booking-errors';
import { type BookingStatus, NAMELESS } from '#libs/bookings/booking-status';
import type { Sql } from '#libs/core/database/transaction';
import { DomainError, InvalidField, UnknownReference } from '#libs/core/errors/domain-error';
import {
  findReferences,
  type GivenReferences,
  type KnownLocation,
  type KnownReferences,
} from '#libs/bookings/references.queries';

type Field = Exclude<keyof GivenReferences, 'status'>;

/** How a request names the fields, where it does so differently from a booking. */
type FieldNames = Partial<Record<Field, string>>;

interface Check {
  /** The fields to check; all unless given. */
  only?: readonly string[];
  names?: FieldNames;
}

const WHAT: Record<Field, string> = {
  lead_person: 'person',
  additional_people: 'person',
  location: 'location',
  flags: 'flag',
  block_booking: 'block booking',
};

/** Whether a booking may have no lead person yet. What was called off without one stays so. */
export const mayWait = ({ status, block_booking: block }: GivenReferences): boolean =>
  block !== null && NAMELESS.includes(status as BookingStatus);

/** The references of a booking that lead nowhere in the site. */
function brokenReferences(given: GivenReferences, known: KnownReferences): { field: Field; index?: number }[] {
  const missing = (field: 'additional_people' | 'flags', ids: ReadonlySet<string>) =>
    given[field].flatMap((id, index) => (ids.has(id) ? [] : [{ field, index }]));
  const when = (broken: boolean, field: Field) => (broken ? [{ field }] : []);
  return [
    ...when(given.lead_person !== null && !known.people.has(given.lead_person), 'lead_person'),
    ...missing('additional_people', known.people),
    ...when(!known.locations.has(given.location), 'location'),
    ...missing('flags', known.flags),
    ...when(!known.block, 'block_booking'),
  ];
}

/**
 * What is wrong with the references of a booking, whichever way it comes: alone, with many or from a file. In this order:
 * its lead person is also an additional one, references lead nowhere, its location cannot be booked.
 */
export function referenceError(
  given: GivenReferences,
  known: KnownReferences,
  { only, names = {} }: Check = {},
): DomainError | undefined {
  const pointer = (field: Field, index?: number) =>
    `/${names[field] ?? field}${index === undefined ? '' : `/${index}`}`;
  const asksWho = !only || only.includes('lead_person');
  if (asksWho && given.lead_person === null && !mayWait(given)) return leadPersonRequired(pointer('lead_person'));
  if (given.lead_person !== null && given.additional_people.includes(given.lead_person))
    return namesLeadTwice(pointer('additional_people'));
  const broken = brokenReferences(given, known).filter(({ field }) => !only || only.includes(field));
  if (broken.length > 0)
    return new UnknownReference(
      broken.map(({ field, index }) => ({ pointer: pointer(field, index), what: WHAT[field] })),
    );
  const location = known.locations.get(given.location);
  return location && (!only || only.includes('location')) ? notBookable(location, pointer('location')) : undefined;
}

/**
 * Reads and checks everything that a booking refers to, and locks it.
 * @throws DomainError what `referenceError` returns
 */
export async function requireReferences(
  sql: Sql,
  siteId: string,
  given: GivenReferences,
  { only }: Pick<Check, 'only'> = {},
): Promise<void> {
  const known = await findReferences(sql, siteId, given);
  const error = referenceError(given, known, only ? { only } : {});
  if (error) throw error;
}

function notBookable({ allocatable, active }: KnownLocation, pointer: string): DomainError | undefined {
  if (allocatable && active) return undefined;
  const why = active ? 'has a type that cannot be allocated to bookings' : 'is closed';
  return new InvalidField('location_not_allocatable', pointer, why);
}

function namesLeadTwice(pointer: string): DomainError {
  const error = { pointer, code: 'lead_person', detail: 'must not name the lead person' };
  return new DomainError('validation_failed', `${pointer} ${error.detail}`, {}, [error]);
}
