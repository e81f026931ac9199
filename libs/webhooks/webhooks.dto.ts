import { ROLES, type Role } from '#libs/accounts/access/permissions';
import { BooleanField, EnumField, IntegerField, TextField } from '#libs/core/http/fields'; // prettier-ignore
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { TextListField } from '#libs/core/http/list-fields';

const TYPES = { max: 50, each: 100, example: ['booking.checked_in', 'booking.checked_out'] };
const ADDRESS = { max: 2_000, example: 'https://doors.example/lodge' };
const DESCRIPTION = { max: 200, nullable: true, example: 'The doors of North House' };
const COUNT = { min: 0, max: 2_147_483_647, example: 0 };
const TYPES_WANTED = 'Types of events, or `booking.*` for all of a kind; empty: all';

export class CreateWebhookRequest {
  @TextField({ ...ADDRESS, description: 'An https address on the public internet' })
  url: string;

  @TextListField({ ...TYPES, optional: true, description: TYPES_WANTED })
  types?: string[];

  @EnumField(ROLES, {
    optional: true,
    default: 'viewer',
    example: 'viewer',
    description: 'The role whose view of the records is sent. Welfare data is never sent',
  })
  role?: Role;

  @TextField({ ...DESCRIPTION, optional: true })
  description?: string | null;

  @BooleanField({ optional: true, default: true })
  enabled?: boolean;
}

export class UpdateWebhookRequest {
  @TextField({ ...ADDRESS, optional: true })
  url?: string;

  @TextListField({ ...TYPES, optional: true, description: TYPES_WANTED })
  types?: string[];

  @TextField({ ...DESCRIPTION, optional: true })
  description?: string | null;

  @BooleanField({
    optional: true,
    description: 'Events that happened while it was off are sent when it is switched on again',
  })
  enabled?: boolean;
}

export class ReplayRequest {
  @TextField({
    max: 40,
    example: 'AAAAAAAAAAAAAAAAAAAA',
    description: 'A cursor of the feed: all events after it are sent, including those that were sent before',
  })
  after: string;
}

export class WebhookResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @TextField(ADDRESS) url: string;
  @TextField(DESCRIPTION) description: string | null;
  @TextListField({ ...TYPES, description: 'Empty: all' }) types: string[];
  @EnumField(ROLES, { description: 'The role whose view of the records is sent' }) role: Role;
  @BooleanField() enabled: boolean;
  @EnumField(['gone', 'failing'], {
    nullable: true,
    example: null,
    description: 'Why Lodge switched it off: the receiver returned 410, or failed for five days',
  })
  disabled_reason: string | null;
  @InstantField({ nullable: true, example: null, description: 'Since when no attempt has succeeded' })
  failing_since: string | null;
  @IntegerField({ ...COUNT, description: 'Deliveries that wait' }) waiting: number;
  @IntegerField({ ...COUNT, description: 'Age of the oldest change that has not arrived, in seconds' })
  lag_seconds: number;
  @InstantField({ nullable: true, example: null, description: 'Until when the secret before the last one also signs' })
  previous_secret_until: string | null;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;
}

export class WebhookWithSecretResponse extends WebhookResponse {
  @TextField({
    max: 100,
    example: 'whsec_c2hvd24gb25jZSBhbmQgbmV2ZXIgYWdhaW4',
    description: 'Shown now and never again',
  })
  secret: string;
}
