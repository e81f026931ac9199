import { IntegerField } from '#libs/core/http/fields';

const count = { min: 0, max: 2_147_483_647 };

export class DayWebhooksResponse {
  @IntegerField({ ...count, example: 1 }) on: number;
  @IntegerField({ ...count, example: 0, description: 'How many of these have a receiver that refuses everything' })
  failing: number;
  @IntegerField({
    ...count,
    example: 0,
    description: 'Switched off by Lodge, because the receiver was gone or failed for days',
  })
  switched_off: number;
  @IntegerField({ ...count, example: 0, description: 'Deliveries that wait' }) waiting: number;
  @IntegerField({ ...count, example: 0, description: 'Age of the oldest change that has not arrived, in seconds' })
  lag_seconds: number;
}

export class DayWaitingResponse {
  @IntegerField({ ...count, example: 3, description: 'Entries that are waiting now' }) waiting: number;
  @IntegerField({ ...count, example: 1, description: 'Entries that have an offer now' }) offered: number;
  @IntegerField({ ...count, example: 1, description: 'Waiting entries for which a place became free on this day' })
  freed: number;
}
