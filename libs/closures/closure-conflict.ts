import { DomainError } from '#libs/core/errors/domain-error';
import { type Blocker, MOST_BLOCKERS } from '#libs/occupancy/places.queries';

export function conflict(holders: Blocker[]): DomainError {
  const conflicts = holders.map(({ in_house: _inHouse, leaves_room: _leavesRoom, closure, closure_id, ...holder }) => ({
    ...holder,
    ...(closure && { closure_id, closure }),
  }));
  const [first] = holders;
  const who = first?.lead_person_name ?? (first?.closure ? 'Another closure' : 'Somebody');
  const others = `${holders.length < MOST_BLOCKERS ? '' : 'at least '}${holders.length - 1} more`;
  const more = holders.length > 1 ? ` and ${others}` : '';
  return new DomainError('closure_conflict', `${who}${more} has places here in these nights.`, { conflicts });
}
