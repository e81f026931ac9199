import { BooleanField, IntegerField } from '#libs/core/http/fields';
import { IdListField } from '#libs/core/http/id-fields';

export class SiteSettingsRequest {
  @IntegerField({
    min: 0,
    max: 365,
    optional: true,
    example: 0,
    description: 'How many days before its start a stay may be checked in',
  })
  early_check_in_days?: number;

  @IntegerField({
    min: 0,
    max: 3650,
    optional: true,
    example: 7,
    description: 'How many days back staff may record what happened, and take transitions back',
  })
  history_window_days?: number;

  @IntegerField({
    min: 0,
    max: 1440,
    optional: true,
    example: 30,
    description: 'The minutes within which users may reverse their own transitions, regardless of their role; 0: never',
  })
  correction_minutes?: number;

  @BooleanField({
    optional: true,
    example: true,
    description: 'Whether a provisional booking has to be confirmed before check-in',
  })
  require_confirmed_for_check_in?: boolean;

  @IntegerField({
    min: 1,
    max: 3650,
    optional: true,
    example: 400,
    description: 'How many days back the feed of events goes',
  })
  event_retention_days?: number;

  @IntegerField({
    min: 1,
    max: 100,
    optional: true,
    nullable: true,
    example: 6,
    description: 'Erase people so many years after their last stay; null: never',
  })
  retention_years?: number | null;
}

export class UpdateSiteSettingsRequest extends SiteSettingsRequest {
  @IdListField({
    of: 'flag',
    max: 50,
    optional: true,
    description: 'The flags that a roll-call shows as a need in an evacuation; empty: all flags',
  })
  evacuation_flags?: string[];
}

export class SiteSettingsResponse {
  @IntegerField({ min: 0, max: 365, example: 0 }) early_check_in_days: number;
  @IntegerField({ min: 0, max: 3650, example: 7 }) history_window_days: number;
  @IntegerField({ min: 0, max: 1440, example: 30 }) correction_minutes: number;
  @BooleanField() require_confirmed_for_check_in: boolean;
  @IntegerField({ min: 1, max: 3650, example: 400 }) event_retention_days: number;
  @IntegerField({ min: 1, max: 100, nullable: true, example: null }) retention_years: number | null;
  @IdListField({ max: 50 }) evacuation_flags: string[];
}
