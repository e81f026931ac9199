import { PRINTED_FIELDS, type PrintedField, typeOf } from '#libs/bookings/booking-fields';
import type { BookingFacts } from '#libs/documents/booking-document.queries';
import { html, Html } from '#libs/documents/html';
import { letterhead, LETTERHEAD_STYLE } from '#libs/documents/letterhead';
import type { PageFacts } from '#libs/documents/page-facts';
import { page } from '#libs/documents/page';

export interface BookingPage extends PageFacts {
  booking: BookingFacts;
  /** The reference as a QR code, drawn by us. */
  qrSvg: string;
}

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
  const { speaker, site, paper, booking, madeAt, madeBy, timeZone } = facts;
  const body = html`${letterhead(site)}${head(facts)}${stay(facts)}${details(facts)}${office(facts)}`;
  const made = { moment: speaker.moment(madeAt, timeZone), zone: timeZone, person: madeBy };
  const foot = `${site.name} · ${speaker.say('made_by', made)}`;
  const title = speaker.say(`title_${booking.status}`);
  return page({ speaker, title: `${title} ${booking.reference}`, paper, foot, style: LETTERHEAD_STYLE + STYLE }, body);
}

function head({ speaker: { say }, booking, qrSvg }: BookingPage): Html {
  return html`
    <header>
      <div>
        <h1>${say(`title_${booking.status}`)}</h1>
        <div class="over">${say('reference')}</div>
        <div class="reference">${booking.reference}</div>
        <div class="quiet">${say(`status_${booking.status}`)}</div>
      </div>
      <div class="qr" role="img" aria-label="${say('qr_code', { reference: booking.reference })}">
        ${new Html(qrSvg)}
      </div>
    </header>
  `;
}

const stay = ({
  speaker: { say, date, number },
  booking: { contract_start: from, contract_end: to, nights },
}: BookingPage) => html`
  <div class="stay">
    <div><span class="over">${say('arrival')}</span><strong>${date(from)}</strong></div>
    <div>
      <span class="over">${say('departure')}</span>${
        to === null
          ? html`<strong>${say('open_ended')}</strong>`
          : html`<strong>${date(to)}</strong><small class="quiet">${say('check_out_on_this_day')}</small>`
      }
    </div>
    ${nights !== null && html`<div><span class="over">${say('nights')}</span><strong>${number(nights)}</strong></div>`}
  </div>
`;

const entry = (term: string, value: string | null | Html, lead = false) =>
  value !== null &&
  html`<dt>${term}</dt>
      <dd${lead && html` class="lead"`}>${value instanceof Html ? value : html`<bdi>${value}</bdi>`}</dd>`;

function details({ speaker: { say, moment }, booking, timeZone }: BookingPage): Html {
  const { path, code, floor, others } = booking;
  const place = path.at(-1) ?? '';
  const within = path.slice(0, -1).filter((name) => name !== `Floor ${floor}`);
  const where = html`<bdi>${place}</bdi>${code !== null && html` <span class="quiet">(<bdi>${code}</bdi>)</span>`}`;
  const printed = (name: PrintedField): string | null => {
    const value = booking[name];
    return value && typeOf(name) === 'timestamptz' ? moment(value, timeZone) : value;
  };
  return html`
    <dl>
      ${entry(say('name'), booking.called, true)} ${entry(say('student_id'), booking.student_id)}
      ${entry(say('email'), booking.email)}
      ${others.length > 0 && entry(say('sharing_with'), html`${others.map((name, n) => html`${n > 0 && html`<br />`}<bdi>${name}</bdi>`)}`)}
    </dl>
    <dl>
      ${entry(say('room'), where, true)} ${within.length > 0 && entry(say('building'), within.join(' · '))}
      ${entry(say('floor_label'), floor)} ${entry(say('type'), booking.place_type)}
      ${PRINTED_FIELDS.map((name) => entry(say(`field_${name}`), printed(name)))}
    </dl>
  `;
}

const office = ({ speaker: { say, weekday }, site, timeZone, booking: { business_hours: hours } }: BookingPage) => html`
  <section>
    <div class="over"><bdi>${site.name}</bdi></div>
    ${
      hours.length > 0
        ? html`<p>${say('office_hours')}</p>
            <div class="hours">
              ${hours.map(({ day, from, to }) => html`<span class="quiet">${weekday(day)}</span><span dir="ltr">${from} – ${to}</span>`)}
            </div>`
        : html`<p>${say('bring_this_page')}</p>`
    }
    <p class="quiet">${say('dates_are_of', { zone: timeZone })}</p>
  </section>
`;
