import type { SiteSettings } from '#libs/accounts/access/access';

/** The settings of a site as columns of a row that also has an id and a name of somebody else. */
export interface SiteSettingsRow extends Omit<SiteSettings, 'id' | 'name'> {
  siteId: string;
  siteName: string;
}

/** The columns of a `SiteSettingsRow`; `site` is the alias of the table. */
export const siteSettings = (site: string): string =>
  `${site}.id AS "siteId", ${site}.name AS "siteName", ${site}.time_zone AS "timeZone",
  ${site}.early_check_in_days AS "earlyCheckInDays", ${site}.history_window_days AS "historyWindowDays",
  ${site}.correction_minutes AS "correctionMinutes", ${site}.require_confirmed_for_check_in AS "requireConfirmedForCheckIn"`;

export const settingsOf = (row: SiteSettingsRow): SiteSettings => ({
  id: row.siteId,
  name: row.siteName,
  timeZone: row.timeZone,
  earlyCheckInDays: row.earlyCheckInDays,
  historyWindowDays: row.historyWindowDays,
  correctionMinutes: row.correctionMinutes,
  requireConfirmedForCheckIn: row.requireConfirmedForCheckIn,
});
