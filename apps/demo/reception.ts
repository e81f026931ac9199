import type { Created } from './answers.js';
import type { Move } from './lives.js';
import type { LodgeClient } from './lodge-client.js';
import { personOf, plateOf } from './names.js';
import type { Progress } from './progress.js';
import type { Reservation } from './reservations.js';
import type { Site } from './site-setup.js';

/** What Lodge gave a reservation. */
export interface Entry {
  reservation: Reservation;
  person: string;
  booking: string;
  location: string;
}

/** The desk of one site: takes reservations in, and remembers under which ids. */
export class Reception {
  /** By row. */
  readonly entries = new Map<number, Entry>();
  private readonly people = new Map<number, string>();

  constructor(
    private readonly client: LodgeClient,
    readonly site: Site,
    private readonly progress: Progress,
  ) {}

  async book(reservation: Reservation, location: string): Promise<Entry> {
    const person = await this.personFor(reservation);
    const body = bookingOf(reservation, this.site.id, person, location);
    const { _id: booking } = await this.client.post<Created>('/bookings', body).finally(() => this.progress.advance());
    const entry = { reservation, person, booking, location };
    this.entries.set(reservation.row, entry);
    return entry;
  }

  async move({ booking }: Entry, move: Move): Promise<void> {
    const body = { site: this.site.id, ...move };
    await this.client.post(`/bookings/${booking}/transitions`, body).finally(() => this.progress.advance());
  }

  private async personFor(reservation: Reservation): Promise<string> {
    const known = this.people.get(reservation.row);
    if (known) return known;
    const body = { site: this.site.id, location: this.site.building, ...personOf(reservation) };
    const { _id: person } = await this.client.post<Created>('/students', body).finally(() => this.progress.advance());
    this.people.set(reservation.row, person);
    return person;
  }
}

function bookingOf(reservation: Reservation, site: string, person: string, location: string): object {
  const { start, end, parkingSpaces } = reservation;
  const parking = { vehicle_registration: plateOf(reservation), parking_expiry_at: `${end}T12:00:00` };
  return {
    site,
    lead_person: person,
    location,
    contract_start: start,
    contract_end: end,
    ...(parkingSpaces > 0 ? parking : {}),
    notes: notesOf(reservation),
  };
}

function notesOf({ row, adults, children, country, customerType, leadTime, parkingSpaces }: Reservation): string {
  const party = `${counted(adults, 'adult', 'adults')}, ${counted(children, 'child', 'children')}`;
  const from = country ? ` from ${country}` : '';
  const parking = parkingSpaces > 0 ? ` ${counted(parkingSpaces, 'parking space', 'parking spaces')}.` : '';
  return `Row ${row}: ${party}${from}. ${customerType}, booked ${counted(leadTime, 'day', 'days')} ahead.${parking}`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
