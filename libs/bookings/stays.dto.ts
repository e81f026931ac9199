import { EnumField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';

export const STAY_STATES = ['held', 'in_house', 'left'] as const;
export type StayState = (typeof STAY_STATES)[number];

/** Nights of a booking in one room. */
export class StayResponse {
  @IdField({ description: 'The room, or the flat that was booked as one' }) location: string;
  @DateField({ description: 'The first night' }) from: string;
  @DateField({ nullable: true, description: 'The day after the last night; null: open-ended' }) to: string | null;
  @EnumField(STAY_STATES, {
    description: 'Reserved, also after a planned move; lived in; or over, also before a move to another room',
  })
  state: StayState;
}

export class PlannedMoveResponse {
  @IdField({ description: 'The other room' }) location: string;
  @DateField({ description: 'The first night there' }) on: string;
}
