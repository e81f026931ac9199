import ical, { ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { CalendarDay } from '#libs/calendar-feeds/calendar-feeds.queries';

interface Calendar {
  name: string;
  words?: { arrival: string; departure: string; reference: string };
  withNames: boolean;
  /** Where the pages for people are, and the site as their links name it. */
  pages: string;
  siteId: string;
  days: CalendarDay[];
}

const HOUR_S = 3_600;
/** What a text of a calendar cannot hold (RFC 5545, 3.3.11). */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const plain = (text: string): string => text.toWellFormed().replace(CONTROLS, ' ');

const WORDS = { arrival: 'Arrival', departure: 'Departure', reference: 'Booking' };

/** The arrivals and departures as a calendar (RFC 5545): an event of a whole day each, under an id that stays when the day changes. */
export function calendarText({ name, words = WORDS, withNames, pages, siteId, days }: Calendar): string {
  const calendar = ical({ name: plain(name), prodId: { company: 'Lodge', product: 'Lodge' }, ttl: HOUR_S });
  for (const day of days) addDay(calendar, day, { words, withNames, pages, siteId });
  return calendar.toString().replace(/(\r\n)*$/, '\r\n');
}

function addDay(
  calendar: ICalCalendar,
  day: CalendarDay,
  more: Pick<Calendar, 'withNames' | 'pages' | 'siteId'> & { words: typeof WORDS },
): void {
  const { kind, path, code, reference } = day;
  const place = plain(path.split(' / ').at(-1) ?? path);
  const who = more.withNames ? ` · ${plain(day.called)}` : '';
  calendar.createEvent({
    id: `${day.booking_id}-${kind}@lodge`,
    // Of a calendar that is published, this is when its information was last revised.
    stamp: day.updated_at,
    lastModified: day.updated_at,
    sequence: day.version,
    start: day.day,
    allDay: true,
    summary: `${more.words[kind]}: ${place}${code === null ? '' : ` (${plain(code)})`}${who}`,
    description: `${more.words.reference} ${reference}`,
    location: plain(path),
    url: `${more.pages}/booking/${reference}?site=${more.siteId}`,
    status: day.status === 'provisional' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    // Nobody's own time is taken by it.
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}
