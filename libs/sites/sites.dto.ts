import { ColourField, EmailField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField, InstantField, TimeOfDayField, TimeZoneField } from '#libs/core/http/time-fields';
import { type Language, LANGUAGES } from '#libs/core/languages/catalogue';
import { EXAMPLE } from '#libs/core/http/examples';
import { WEEKDAYS, type Weekday } from '#libs/core/time/business-hours';
import { DATE_ORDERS, type DateOrder } from '#libs/core/time/date-orders';
import { type Site } from '#libs/sites/site.entity';
import { SiteSettingsRequest, SiteSettingsResponse, UpdateSiteSettingsRequest } from '#libs/sites/site-settings.dto';

export class BusinessHoursRequest {
  @EnumField(WEEKDAYS, { example: 'monday' })
  day: Weekday;

  @TimeOfDayField({ example: '09:00' })
  from: string;

  @TimeOfDayField({ example: '17:00', description: '24:00 is the end of the day' })
  to: string;
}

export class HolidayRequest {
  @DateField({ example: '2026-12-25' })
  date: string;

  @TextField({ max: 100, optional: true, nullable: true, example: 'Christmas Day' })
  name?: string | null;
}

/** How people reach a site, its colour and its language: what stands on its documents and mails. */
export class SiteContactRequest {
  @TextField({
    max: 500,
    lines: true,
    optional: true,
    nullable: true,
    example: '1 Kings Road\nLondon N1 1AA',
    description: 'On documents and mails; null: none',
  })
  address?: string | null;

  @TextField({ max: 50, optional: true, nullable: true, example: '+44 20 7946 0000' })
  phone?: string | null;

  @EmailField({ optional: true, nullable: true, example: 'office@kingscourt.example' })
  email?: string | null;

  @ColourField({ optional: true, nullable: true, description: 'The colour of the line below the letterhead' })
  colour?: string | null;

  @EnumField(LANGUAGES, {
    optional: true,
    nullable: true,
    example: 'en',
    description: 'The language of documents and mails; null: that of the request by `Accept-Language`, or English',
  })
  language?: Language | null;
}

export class CreateSiteRequest extends SiteContactRequest {
  @TextField({ max: 100, example: 'Castle Wharf' })
  name: string;

  @TimeZoneField({ example: 'Europe/London' })
  time_zone: string;

  @EnumField(DATE_ORDERS, {
    optional: true,
    nullable: true,
    example: 'dmy',
    description: 'How dates in imported files read; null: only unambiguous ones',
  })
  date_order?: DateOrder | null;

  @ObjectField(() => SiteSettingsRequest, { optional: true })
  settings?: SiteSettingsRequest;

  @ListField(() => BusinessHoursRequest, {
    max: 50,
    optional: true,
    description: 'Left out: Monday to Friday, 09:00 to 17:00; empty: none',
  })
  business_hours?: BusinessHoursRequest[];

  @ListField(() => HolidayRequest, { max: 500, optional: true, description: 'Dates on which nothing opens' })
  holidays?: HolidayRequest[];
}

export class UpdateSiteRequest extends SiteContactRequest {
  @TextField({ max: 100, optional: true })
  name?: string;

  @TimeZoneField({ optional: true })
  time_zone?: string;

  @EnumField(DATE_ORDERS, { optional: true, nullable: true })
  date_order?: DateOrder | null;

  @ObjectField(() => UpdateSiteSettingsRequest, {
    optional: true,
    description: 'Fields that are left out do not change',
  })
  settings?: UpdateSiteSettingsRequest;

  @ListField(() => BusinessHoursRequest, { max: 50, optional: true, description: 'Replaces all of them' })
  business_hours?: BusinessHoursRequest[];

  @ListField(() => HolidayRequest, { max: 500, optional: true, description: 'Replaces all of them' })
  holidays?: HolidayRequest[];
}

export class LogoRequest {
  @TextField({ max: 700_000, description: 'The file, in base64: a JPEG, PNG or WebP of at most 512 KiB' })
  image: string;
}

export class HolidayResponse {
  @DateField({ example: '2026-12-25' }) date: string;
  @TextField({ max: 100, nullable: true, example: 'Christmas Day' }) name: string | null;
}

export class SiteResponse {
  @IdField({ example: EXAMPLE.site }) _id: string;
  @TextField({ max: 100, example: 'Kings Court' }) name: string;
  @TimeZoneField({ example: 'Europe/London' }) time_zone: string;
  @EnumField(DATE_ORDERS, { nullable: true }) date_order: DateOrder | null;
  @ObjectField(() => SiteSettingsResponse) settings: SiteSettingsResponse;
  @ListField(() => BusinessHoursRequest) business_hours: BusinessHoursRequest[];
  @ListField(() => HolidayResponse, { description: 'By date' }) holidays: HolidayResponse[];
  @TextField({ max: 500, nullable: true, example: '1 Kings Road\nLondon N1 1AA' }) address: string | null;
  @TextField({ max: 50, nullable: true, example: '+44 20 7946 0000' }) phone: string | null;
  @EmailField({ nullable: true, example: 'office@kingscourt.example' }) email: string | null;
  @ColourField({ nullable: true }) colour: string | null;
  @EnumField(LANGUAGES, { nullable: true, example: null }) language: Language | null;
  @IdField({ nullable: true, example: null, description: 'Another with each logo, which is at `/sites/{siteId}/logo`' })
  logo: string | null;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;

  static from(site: Site): SiteResponse {
    return {
      _id: site.id,
      name: site.name,
      time_zone: site.timeZone,
      date_order: site.dateOrder,
      settings: {
        early_check_in_days: site.earlyCheckInDays,
        history_window_days: site.historyWindowDays,
        correction_minutes: site.correctionMinutes,
        require_confirmed_for_check_in: site.requireConfirmedForCheckIn,
        event_retention_days: site.eventRetentionDays,
        retention_years: site.retentionYears,
        evacuation_flags: site.evacuationFlagIds,
      },
      // jsonb forgets the order of keys.
      business_hours: site.businessHours.map(({ day, from, to }) => ({ day, from, to })),
      holidays: site.holidays.map(({ date, name }) => ({ date, name })),
      address: site.address,
      phone: site.phone,
      email: site.email,
      colour: site.colour,
      language: site.language,
      logo: site.logoId,
      version: site.version,
      created_at: site.createdAt.toISOString(),
      updated_at: site.updatedAt.toISOString(),
    };
  }
}
