import { EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { DELIVERY_STATES, type DeliveryState } from '#libs/webhooks/webhook-delivery.entity';

export class ListDeliveriesQuery {
  @EnumField(DELIVERY_STATES, { optional: true }) state?: DeliveryState;
  @IntegerField({ min: 1, max: 200, query: true, optional: true, default: 50 }) limit = 50;
  @TextField({ max: 36, optional: true, description: 'next_cursor of the page before' }) cursor?: string;
}

export class DeliveryResponse {
  @IdField() _id: string;
  @IdField({ description: 'The id of the event, and `webhook-id` of the request' }) event: string;
  @TextField({ max: 100, example: 'booking.checked_in' }) type: string;
  @EnumField(DELIVERY_STATES, { example: 'delivered' }) state: DeliveryState;
  @IntegerField({ min: 0, max: 100, example: 1 }) attempts: number;
  @InstantField({ nullable: true, example: null, description: 'When it is sent next' }) next_at: string | null;
  @IntegerField({ min: 100, max: 999, nullable: true, example: 200, description: 'Of the last response' })
  status: number | null;
  @IntegerField({ min: 0, max: 3_600_000, nullable: true, example: 84, description: 'Of the last attempt' })
  duration_ms: number | null;
  @TextField({ max: 1_024, nullable: true, example: 'ok', description: 'The first KiB of the last response' })
  response: string | null;
  @TextField({ max: 200, nullable: true, example: null, description: 'Why there was no response' })
  error: string | null;
  @InstantField() created_at: string;
  @InstantField({ nullable: true }) ended_at: string | null;
}

export class DeliveryPage {
  @ListField(() => DeliveryResponse, { description: 'The latest first' }) data: DeliveryResponse[];
  @TextField({ max: 36, nullable: true, example: null, description: 'For the next page; null on the last' })
  next_cursor: string | null;
}
