import { AnyField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { AnyListField, ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { ACTOR_TYPES, type ActorType } from '#libs/accounts/access/access';
import { type EventKind, KINDS } from '#libs/events/event-kinds';

const CURSOR = { max: 40, example: 'AAAAAAAAA-dfYyXqO0gG' };

/** Which events are wanted. */
export class EventFilterQuery {
  @TextField({ max: 500, optional: true, description: 'Types separated by commas; `booking.*` for all of a kind' })
  type?: string;

  @TextField({ max: 36, optional: true, description: 'The id of a record, or a kind of records such as `booking`' })
  resource?: string;
}

export class EventsQuery extends EventFilterQuery {
  @TextField({
    ...CURSOR,
    example: undefined,
    optional: true,
    description: 'Events after this one; without it, from the oldest that is kept',
  })
  after?: string;

  @IntegerField({ min: 1, max: 500, query: true, optional: true, default: 100 })
  limit = 100;
}

export class EventStreamQuery extends EventFilterQuery {
  @IntegerField({
    min: 1,
    max: 3_600,
    query: true,
    optional: true,
    default: 3_600,
    example: 1,
    description: 'How long at most, in seconds',
  })
  seconds = 3_600;
}

export class EventActor {
  @EnumField(ACTOR_TYPES) type: ActorType;
  @IdField({ nullable: true }) _id: string | null;
  @TextField({ max: 400, example: 'Ada Admin' }) name: string;
}

export class EventResource {
  @EnumField(KINDS) type: EventKind;
  @IdField() _id: string;
  @IntegerField({ min: 1, max: 2_147_483_647, nullable: true, example: 3, description: 'The version of `data`' })
  version: number | null;
}

export class EventCause {
  @TextField({ max: 50, example: 'import' }) kind: string;
  @IdField() _id: string;
}

export class EventResponse {
  @IdField({ description: 'The same for the same change, however it is read' }) id: string;
  @TextField(CURSOR) cursor: string;
  @TextField({ max: 100, example: 'booking.checked_in' }) type: string;
  @IdField() site: string;
  @InstantField({ description: 'When it happened, as staff wrote it down' }) occurred_at: string;
  @InstantField({ description: 'When it was written down' }) recorded_at: string;
  @ObjectField(() => EventActor) actor: EventActor;
  @ObjectField(() => EventResource) resource: EventResource;
  @AnyListField({ description: '`field`, `from`, `to`' }) changes: { field: string; from: unknown; to: unknown }[];
  @AnyField({
    nullable: true,
    description: 'The current record with the fields that the caller may see; null if it no longer exists',
  })
  data: object | null;
  @ObjectField(() => EventCause, { nullable: true }) caused_by: EventCause | null;
  @TextField({ max: 200, nullable: true, example: null }) request_id: string | null;
  @InstantField({ nullable: true, description: 'When values were removed because the person was erased' })
  emptied_at: string | null;
}

export class EventPage {
  @ListField(() => EventResponse, { description: 'In the order in which they were committed' }) data: EventResponse[];
  @TextField({ ...CURSOR, description: 'For `after` of the next request; also where nothing came' })
  next_cursor: string;
}
