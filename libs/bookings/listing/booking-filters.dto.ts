import { TextField } from '#libs/core/http/fields';
import { CommaListField } from '#libs/core/http/list-fields';
import { CommaIdsField, IdField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { STATUSES, type BookingStatus } from '#libs/bookings/booking-status';
import { PHASES, type Phase } from '#libs/bookings/phase';

/** Which bookings are meant, in a list and in an export alike. */
export class BookingFilters {
  @IdField({ of: 'student', optional: true, description: 'Lead or additional person' })
  person?: string;

  @IdField({
    of: 'location',
    optional: true,
    description:
      'The room of the bookings: with `in_house_on` that of this night, with `from` or `to` that of any night of the range, otherwise the present one',
  })
  location?: string;

  @IdField({
    of: 'location',
    mustExist: true,
    optional: true,
    description:
      'A building, floor or flat: bookings of it and of everything below it, in the nights that `location` compares',
  })
  location_tree?: string;

  @CommaListField(STATUSES, { optional: true, example: 'confirmed,checked_in' })
  status?: BookingStatus[];

  @IdField({ of: 'block_booking', optional: true })
  block_booking?: string;

  @CommaIdsField({ of: 'flag', max: 50, optional: true, description: 'Bookings that have any of these flags' })
  flags?: string[];

  @TextField({
    min: 2,
    max: 100,
    optional: true,
    example: 'byron',
    description: 'Part of a name, email, id, room, block, vehicle or reference',
  })
  q?: string;

  @DateField({ optional: true, description: 'Stays that have a night on or after this date' })
  from?: string;

  @DateField({ optional: true, description: 'Stays that have a night before this date' })
  to?: string;

  @DateField({
    optional: true,
    description:
      'Bookings whose contract begins on this date, whenever the guests really arrived, which the day view says; cancelled, void and no-show bookings only when `status` or `phase` asks for them',
  })
  arriving_on?: string;

  @DateField({
    optional: true,
    description:
      'Bookings whose contract ends on this date, whenever the guests really left, which the day view says; cancelled, void and no-show bookings only when `status` or `phase` asks for them',
  })
  departing_on?: string;

  @DateField({
    optional: true,
    description:
      'Stays with a departure slot on this date; cancelled, void and no-show bookings only when `status` or `phase` asks for them',
  })
  departure_slot_on?: string;

  @DateField({
    optional: true,
    description:
      'Stays of the night that begins on this date: up to today those that were there, later those that will be',
  })
  in_house_on?: string;

  @DateField({
    optional: true,
    description: 'Stays of people in house whose contract ends on or before this date, also those that are overdue',
  })
  contract_end_by?: string;

  @DateField({
    optional: true,
    description: 'Provisional bookings whose hold ends on or before this day of the site, also those that are overdue',
  })
  hold_until_by?: string;

  @DateField({
    optional: true,
    description:
      'Live bookings (provisional, confirmed, checked in) whose parking permit ends on or before this day of the site',
  })
  parking_expiry_by?: string;

  @CommaListField(PHASES, { optional: true, example: 'due_in,late_arrival' })
  phase?: Phase[];
}
