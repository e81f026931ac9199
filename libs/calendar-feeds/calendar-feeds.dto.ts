import { BooleanField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';

export class CreateCalendarFeedRequest {
  @IdField({
    of: 'location',
    optional: true,
    example: EXAMPLE.building,
    description: 'The arrivals and departures of a building, floor, flat or room. Either this or `person`',
  })
  location?: string;

  @IdField({ of: 'student', optional: true, description: 'The arrivals and departures of one person' })
  person?: string;

  @BooleanField({
    optional: true,
    default: false,
    description: 'Whether the events name people. A person with the link reads them; cleaners need no names',
  })
  with_names?: boolean;
}

export class CalendarFeedResponse {
  @IdField() _id: string;
  @IdField({ nullable: true, example: EXAMPLE.building }) location: string | null;
  @IdField({ nullable: true, example: null }) person: string | null;
  @BooleanField() with_names: boolean;
  @TextField({
    max: 201,
    example: 'Olive Owner',
    description: 'The user who made the link; it ends with the membership of this user',
  })
  created_by: string;
  @BooleanField({
    description: 'False if the user who made it may no longer have such calendars: the link then returns 404',
  })
  active: boolean;
  @InstantField() created_at: string;
  @InstantField({ nullable: true, example: null, description: 'When a calendar program read it, to the hour' })
  last_read_at: string | null;
}

export class CreatedCalendarFeedResponse extends CalendarFeedResponse {
  @TextField({
    max: 500,
    example: 'http://localhost:3000/calendars/feed.ics?token=lodge_feed_Xk3v9Qn0oVb8cZyD2mE5rT7uW1sA4fHjKlPqIgYtRx6',
    description: 'The secret link to subscribe to, shown here only',
  })
  url: string;
}

export class CalendarQuery {
  @TextField({
    max: 100,
    example: 'lodge_feed_Xk3v9Qn0oVb8cZyD2mE5rT7uW1sA4fHjKlPqIgYtRx6',
    description: 'Of the link',
  })
  token: string;
}
