import type { Letterhead } from '#libs/core/pages/letterhead';
import { BOOKING_FIELDS, PRINTED_FIELDS, type PrintedField, typeOf } from '#libs/bookings/booking-fields';
import type { BookingFacts } from '#libs/documents/booking-document.queries';
import { html, Html } from '#libs/documents/html';
import { letterhead, LETTERHEAD_STYLE } from '#libs/documents/letterhead';
import { page, type Paper } from '#libs/documents/page';
import { longDate, siteMoment } from '#libs/documents/date-format';

export interface BookingPage {
  site: Letterhead;
  timeZone: string;
  paper: Paper;
  madeAt: string;
  madeBy: string;
  booking: BookingFacts;
  /** The reference as a QR code, drawn by us. */
  qrSvg: string;
}

const STATES: Record<string, [title: string, state: string]> = {
  provisional: ['Provisional booking', 'Provisional'],
  confirmed: ['Booking confirmation', 'Confirmed'],
  checked_in: ['Booking confirmation', 'Checked in'],
  checked_out: ['Booking record', 'Checked out'],
  cancelled: ['Booking record', 'Cancelled'],
  no_show: ['Booking record', 'No show'],
  void: ['Booking record', 'Void'],
};

const STYLE = `
header{display:flex;justify-content:space-between;align-items:flex-start;gap:10mm;padding-bottom:6mm;border-bottom:.5pt solid #1d1d1b}
header h1{margin:2mm 0 7mm}
.reference{font-size:19pt;letter-spacing:.06em;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
.qr{flex:none;width:34mm;height:34mm}.qr svg{display:block;width:100%;height:100%}
.stay{display:grid;grid-template-columns:1fr 1fr auto;gap:8mm;padding:7mm 0;border-bottom:.35pt solid #d9d8d1}
.stay strong{display:block;margin-top:1mm;font-size:13.5pt;font-weight:600;line-height:1.25}
.stay small{font-size:9.5pt}
dl{display:grid;grid-template-columns:42mm 1fr;margin:6mm 0 0;row-gap:3.4mm;align-items:baseline}
dt{color:#64645d}
dd{margin:0;overflow-wrap:anywhere}
dd.lead{font-size:13pt;font-weight:600;line-height:1.3}
section{margin-top:11mm;padding-top:5mm;border-top:.5pt solid #1d1d1b}
section .hours{display:grid;grid-template-columns:42mm auto;justify-content:start;row-gap:1mm;margin:0}`;

/** The confirmation of one booking: who, where, from when to when, and the reference to show at the desk. */
export function bookingPage(facts: BookingPage): string {
  const { site, paper, booking, madeAt, madeBy, timeZone } = facts;
  const [title] = STATES[booking.status] ?? ['Booking', booking.status];
  const body = html`${letterhead(site)}${head(facts)}${stay(booking)}${details(facts)}${office(facts)}`;
  const foot = `${site.name} · made ${siteMoment(madeAt, timeZone)} (${timeZone}) by ${madeBy}`;
  return page({ title: `${title} ${booking.reference}`, paper, foot, style: LETTERHEAD_STYLE + STYLE }, body);
}

function head({ booking, qrSvg }: BookingPage): Html {
  const [title, state] = STATES[booking.status] ?? ['Booking', booking.status];
  return html`
    <header>
      <div>
        <h1>${title}</h1>
        <div class="over">Reference</div>
        <div class="reference">${booking.reference}</div>
        <div class="quiet">${state}</div>
      </div>
      <div class="qr" role="img" aria-label="${`QR code of the reference ${booking.reference}`}">
        ${new Html(qrSvg)}
      </div>
    </header>
  `;
}

const stay = ({ contract_start: from, contract_end: to, nights }: BookingFacts) => html`
  <div class="stay">
    <div><span class="over">Arrival</span><strong>${longDate(from)}</strong></div>
    <div>
      <span class="over">Departure</span>${
        to === null
          ? html`<strong>Open-ended</strong>`
          : html`<strong>${longDate(to)}</strong><small class="quiet">Check out on this day.</small>`
      }
    </div>
    ${nights !== null && html`<div><span class="over">Nights</span><strong>${nights.toLocaleString('en-GB')}</strong></div>`}
  </div>
`;

const entry = (term: string, value: string | null | Html, lead = false) =>
  value !== null &&
  html`<dt>${term}</dt>
      <dd${lead && html` class="lead"`}>${value instanceof Html ? value : html`<bdi>${value}</bdi>`}</dd>`;

function details({ booking, timeZone }: BookingPage): Html {
  const { path, code, floor, others } = booking;
  const place = path.at(-1) ?? '';
  const within = path.slice(0, -1).filter((name) => name !== `Floor ${floor}`);
  const where = html`<bdi>${place}</bdi>${code !== null && html` <span class="quiet">(<bdi>${code}</bdi>)</span>`}`;
  const printed = (name: PrintedField): string | null => {
    const value = booking[name];
    return value && typeOf(name) === 'timestamptz' ? siteMoment(value, timeZone) : value;
  };
  return html`
    <dl>
      ${entry('Name', `${booking.first_name} ${booking.last_name}`, true)} ${entry('Student ID', booking.student_id)}
      ${entry('Email', booking.email)}
      ${others.length > 0 && entry('Sharing with', html`${others.map((name, n) => html`${n > 0 && html`<br />`}<bdi>${name}</bdi>`)}`)}
    </dl>
    <dl>
      ${entry('Room', where, true)} ${within.length > 0 && entry('Building', within.join(' · '))}
      ${entry('Floor', floor)} ${entry('Type', booking.place_type)}
      ${PRINTED_FIELDS.map((name) => entry(BOOKING_FIELDS[name].printed, printed(name)))}
    </dl>
  `;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const office = ({ site, timeZone, booking: { business_hours: hours } }: BookingPage) => html`
  <section>
    <div class="over" dir="auto">${site.name}</div>
    ${
      hours.length > 0
        ? html`<p>The office is open at these times.</p>
            <div class="hours">
              ${hours.map(({ day, from, to }) => html`<span class="quiet">${capital(day)}</span><span>${from} – ${to}</span>`)}
            </div>`
        : html`<p>Bring this page, or the reference, when you arrive.</p>`
    }
    <p class="quiet">All dates and times are those of ${timeZone}.</p>
  </section>
`;
