import { TextField } from '#libs/core/http/fields';
import { IdListField } from '#libs/core/http/id-fields';

export class WarningResponse {
  @TextField({
    max: 100,
    example: 'person_overlap',
    description:
      '`person_overlap`, `overstay_in_place`, `inactive_person`, `planned_move_removed` or ' +
      '`departure_slot_released`',
  })
  code: string;

  @TextField({ max: 500, example: 'One of the people has another live booking for some of the nights.' })
  message: string;

  @IdListField({ max: 100, description: 'The bookings it is about' })
  booking_ids: string[];

  @IdListField({ max: 100, description: 'The people it is about' })
  person_ids: string[];
}
