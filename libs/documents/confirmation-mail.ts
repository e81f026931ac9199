import { calendarText } from '#libs/calendar-feeds/calendar-text';
import { isLive } from '#libs/bookings/booking-status';
import { DomainError } from '#libs/core/errors/domain-error';
import { mailOf } from '#libs/core/mail/letter';
import type { Attachment, Mail } from '#libs/core/mail/mailer';
import type { Speaker } from '#libs/core/languages/say';
import type { Letterhead } from '#libs/core/pages/letterhead';
import type { BookingFacts } from '#libs/documents/booking-document.queries';

interface Confirmation {
  speaker: Speaker;
  /** The recipient: the student who leads the booking. */
  to: string;
  site: Letterhead;
  siteId: string;
  booking: BookingFacts;
  pdf: Buffer;
  /** Where the pages for people are. */
  pages: string;
}

/** @throws DomainError `not_mailable` for a booking that is over, or a student without an email address */
export function requireMailable({ status, email }: Pick<BookingFacts, 'status' | 'email'>): void {
  if (!isLive(status)) throw new DomainError('not_mailable', `The booking is ${status}.`);
  if (!email) throw new DomainError('not_mailable', 'The student has no email address.');
}

const attachment = (filename: string, contentType: string, content: Buffer): Attachment => ({
  filename,
  contentType,
  content: content.toString('base64'),
  encoding: 'base64',
});

/** The mail to a student with the confirmation as PDF, and arrival and departure for a calendar. */
export function confirmationMail({ speaker, to, site, siteId, booking, pdf, pages }: Confirmation): Mail {
  const { reference, first_name: name, path, contract_start: from, contract_end: until } = booking;
  const place = path.slice(-2).reverse().join(', ');
  const { say, date } = speaker;
  const stay = booking.status === 'provisional' ? 'stay_provisional' : 'stay_confirmed';
  const departure = until === null ? [] : [say('departure_on', { date: date(until) })];
  const file = `booking-${reference.toLowerCase()}`;
  return mailOf({
    to,
    site,
    speaker,
    subject: say('confirmation_subject', { reference, site: site.name }),
    paragraphs: [
      say('dear', { name: name ?? booking.called }),
      say(stay, { site: site.name, place }),
      [say('arrival_on', { date: date(from) }), ...departure].join(' '),
      say('show_reference', { reference }),
      say('calendar_attached'),
    ],
    attachments: [
      attachment(`${file}.pdf`, 'application/pdf', pdf),
      attachment(
        `${file}.ics`,
        'text/calendar; charset=utf-8; method=PUBLISH',
        calendarOf(booking, { speaker, site, siteId, pages }),
      ),
    ],
  });
}

function calendarOf(
  booking: BookingFacts,
  { speaker: { say }, site, siteId, pages }: Pick<Confirmation, 'speaker' | 'site' | 'siteId' | 'pages'>,
): Buffer {
  const { id, path, contract_start: from, contract_end: until, ...rest } = booking;
  const day = { ...rest, booking_id: id, path: path.join(' / ') };
  const arrival = { ...day, kind: 'arrival' as const, day: from };
  const days = until === null ? [arrival] : [arrival, { ...day, kind: 'departure' as const, day: until }];
  const words = { arrival: say('arrival'), departure: say('departure'), reference: say('reference') };
  return Buffer.from(calendarText({ name: site.name, words, withNames: false, pages, siteId, days }));
}
