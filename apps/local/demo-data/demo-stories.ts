import type { INestApplicationContext } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { BulkService } from '#libs/bookings/bulk/bulk.service';
import { CreateBookingService } from '#libs/bookings/create-booking.service';
import { SwapService } from '#libs/bookings/swap.service';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import { ClosuresService } from '#libs/closures/closures.service';
import { MergesService } from '#libs/merges/merges.service';
import { WaitingListService } from '#libs/waiting-list/waiting-list.service';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';
import { addDays } from '#libs/core/time/site-time';
import { type BookingPlan, isLeftFree, roomsOf } from '#apps/local/demo-data/demo-bookings';
import type { PlaceRow } from '#apps/local/demo-data/demo-places';

/**
 * One of each of the rarer things that a housing office does: a block, an override, a room move, a swap, a closure, somebody who waits, and
 * two records of one person.
 */
export async function addStories(
  app: INestApplicationContext,
  access: SiteAccess,
  bookings: BookingPlan[],
  places: PlaceRow[],
  today: string,
): Promise<void> {
  const site = access.site.id;
  const of = (kind: string) => bookings.filter((booking) => booking.kind === kind);
  const free = roomsOf(places).filter((_, index) => isLeftFree(index));
  const people = bookings.map(({ person }) => person.id);

  const assignments = free.slice(0, 6).map((room, index) => ({ person_id: people[index] ?? '', location_id: room.id }));
  await app.get(BulkService, { strict: false }).create(access, {
    contract_start: addDays(today, 270),
    contract_end: addDays(today, 284),
    notes: 'Key at the gate',
    block: { name: 'Summer school', notes: 'Invoice to the faculty of music' },
    assignments,
  });

  const superseded = of('upcoming').at(-1);
  if (superseded) {
    await app.get(CreateBookingService, { strict: false }).create(access, {
      site,
      lead_person: superseded.person.id,
      location: superseded.place.id,
      contract_start: addDays(superseded.from, 7),
      contract_end: superseded.to,
      notes: 'Arrives a week later; replaces the earlier booking',
      override: { conflict_booking_id: superseded.id, action: 'void', cancellation_code: 'superseded' },
    });
  }

  const [moved, one, other] = of('resident').slice(-3);
  const room = free.at(-1);
  if (moved && room)
    await app.get(UpdateBookingService, { strict: false }).update(access, moved.id, { site, location: room.id });
  if (one && other) {
    const request = { site, with_booking: other.id, notes: 'Both asked for it' };
    await app.get(SwapService, { strict: false }).swap(access, one.id, request);
  }
  const closed = free.at(-2);
  if (closed) await close(app, access, closed.id, today);
  await wait(app, access, of('resident')[0], today);
  if (site === EXAMPLE.site)
    await app.get(MergesService, { strict: false }).merge(access, EXAMPLE.student, EXAMPLE.mergedStudent);
}

/** Somebody of the residents waits for another place. */
async function wait(app: INestApplicationContext, access: SiteAccess, stay: BookingPlan | undefined, today: string) {
  if (!stay) return;
  const id = access.site.id === EXAMPLE.site ? EXAMPLE.waitingEntry : newId();
  const request = {
    person: stay.person.id,
    location_type: stay.place.location_type_id,
    from: addDays(today, 300),
    to: addDays(today, 600),
    notes: 'Would like to stay another year',
  };
  await app.get(WaitingListService, { strict: false }).create(access, request, id);
}

async function close(app: INestApplicationContext, access: SiteAccess, location: string, today: string): Promise<void> {
  const dates = { from: addDays(today, 300), to: addDays(today, 314) };
  const request = { location, ...dates, kind: 'maintenance' as const, reason: 'New windows' };
  const id = access.site.id === EXAMPLE.site ? EXAMPLE.closure : newId();
  await app.get(ClosuresService, { strict: false }).create(access, request, id);
}
