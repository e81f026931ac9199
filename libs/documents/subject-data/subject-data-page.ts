import type { TextKey } from '#libs/core/languages/catalogue';
import { html, type Html } from '#libs/documents/html';
import { letterhead, LETTERHEAD_STYLE } from '#libs/documents/letterhead';
import type { PageFacts } from '#libs/documents/page-facts';
import { page } from '#libs/documents/page';
import type { SubjectDataResponse } from '#libs/documents/subject-data/subject-data.dto';

interface SubjectDataPage extends PageFacts {
  data: SubjectDataResponse;
}

const STYLE = `${LETTERHEAD_STYLE}
header h1{margin:1.5mm 0 2.5mm}
header p{margin:0;font-size:9.5pt}
section{margin-top:9mm;padding-top:4mm;border-top:.5pt solid #1d1d1b}
h2{margin:0 0 3mm;font-size:14pt;font-weight:600;break-after:avoid}
.record+.record{margin-top:4mm;padding-top:4mm;border-top:.35pt solid #d9d8d1}
dl{display:grid;grid-template-columns:46mm 1fr;margin:0;row-gap:1.4mm;align-items:baseline}
dl dl{grid-template-columns:36mm 1fr;font-size:9.5pt;row-gap:.8mm}
dd .change{font-size:9.5pt}
dl dl+dl{margin-top:2.4mm;padding-top:2.4mm;border-top:.35pt solid #d9d8d1}
dt{color:#64645d;overflow-wrap:anywhere;padding-inline-end:3mm}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}`;

/** What the fields are called in words; those of files and of changes keep the names that they have there. */
const LABELS: Record<string, TextKey> = {
  student_id: 'student_id',
  first_name: 'stored_first_name',
  last_name: 'stored_last_name',
  email: 'email',
  date_of_birth: 'field_date_of_birth',
  type: 'type',
  active: 'stored_active',
  location: 'room',
  flags: 'flags',
  photo_url: 'photo',
  welfare_flag: 'welfare_flag',
  welfare_state: 'welfare',
  created_at: 'stored_created_at',
  updated_at: 'stored_updated_at',
  deleted_at: 'stored_deleted_at',
  reference: 'reference',
  role: 'stored_role',
  times: 'stored_times',
  began_at: 'stored_began_at',
  ended_at: 'stored_ended_at',
  status: 'stored_status',
  contract_start: 'arrival',
  contract_end: 'departure',
  checked_in_at: 'status_checked_in',
  checked_out_at: 'status_checked_out',
  cancelled_at: 'status_cancelled',
  no_show_at: 'status_no_show',
  cancellation_code: 'stored_cancellation_code',
  cancellation_reason: 'stored_cancellation_reason',
  vehicle_registration: 'field_vehicle_registration',
  parking_expiry_at: 'field_parking_expiry_at',
  departure_slot_at: 'field_departure_slot_at',
  notes: 'stored_notes',
  location_type: 'type',
  name: 'name',
  contact: 'stored_contact',
  since: 'stored_waits_since',
  withdrawn_at: 'stored_withdrawn_at',
  last_read_at: 'stored_read_at',
  transactions: 'stored_trail',
  changes: 'stored_changes',
  occurred_at: 'stored_when',
  at: 'stored_when',
  imported_at: 'stored_when',
  action: 'stored_what',
  operation: 'stored_what',
  outcome: 'stored_outcome',
  cells: 'stored_cells',
  person: 'stored_person',
  recorded: 'stored_recorded',
};

/** Everything that is stored about a person as a page to print, section by section as the JSON has it. */
export function subjectDataPage(facts: SubjectDataPage): string {
  const { speaker, site, timeZone, paper, madeAt, madeBy, data } = facts;
  const { say } = speaker;
  const name = [data.person.first_name, data.person.last_name].join(' ');
  const title = say('stored_data', { name });
  const made = { moment: speaker.moment(madeAt, timeZone), zone: timeZone, person: madeBy };
  const section = (heading: TextKey, records: object[]) => html`
    <section>
      <h2>${say(heading)}</h2>
      ${records.map((record) => html`<div class="record">${fieldsOf(facts, record)}</div>`)}
      ${records.length === 0 && html`<p class="quiet">${say('stored_nothing')}</p>`}
    </section>
  `;
  const body = html`${letterhead(site)}
    <header>
      <h1 dir="auto">${title}</h1>
      <p class="quiet">${say('dates_are_of', { zone: timeZone })}</p>
    </header>
    ${section('stored_person', [data.person])} ${section('stored_stays', data.bookings)}
    ${data.waiting_list.length > 0 && section('stored_waiting', data.waiting_list)}
    ${data.calendars.length > 0 && section('stored_calendars', data.calendars)}
    ${section('stored_imports', data.imported_rows)} ${section('stored_recorded', data.recorded)}
    ${data.merged_records.length > 0 && section('stored_merged', data.merged_records)}
    ${section('stored_answers', data.kept_answers)}`;
  const foot = `${say('confidential')} · ${say('made_by', made)}`;
  return page({ speaker, title, paper, foot, runningHead: title, style: STYLE }, body);
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function fieldsOf(facts: SubjectDataPage, record: object): Html {
  const { say } = facts.speaker;
  const fields = Object.entries(record).filter(([, value]) => isFilled(value));
  return html`<dl>
    ${fields.map(([name, value]) => {
      const label = Object.hasOwn(LABELS, name) ? say(LABELS[name] as TextKey) : name;
      return html`<dt><bdi>${label}</bdi></dt>
        <dd>${valueOf(facts, name, value)}</dd>`;
    })}
  </dl>`;
}

interface Change {
  field: string;
  from?: unknown;
  to?: unknown;
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'field' in value && ('from' in value || 'to' in value);

function changeOf(facts: SubjectDataPage, { field, from, to }: Change): Html {
  const shown = (value: unknown) => (isFilled(value) ? valueOf(facts, field, value) : '–');
  return html`<div class="change"><bdi>${field}</bdi>: ${shown(from)} → ${shown(to)}</div>`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

function valueOf(facts: SubjectDataPage, name: string, value: unknown): Html {
  const { speaker, timeZone } = facts;
  if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
    return html`${value.map((each) => valueOf(facts, name, each))}`;
  if (Array.isArray(value)) return html`<bdi>${value.join(', ')}</bdi>`;
  if (value instanceof Date) return html`<bdi>${speaker.moment(value, timeZone)}</bdi>`;
  if (isChange(value)) return changeOf(facts, value);
  if (typeof value === 'object' && value !== null) return fieldsOf(facts, value);
  if (typeof value === 'boolean') return html`${speaker.say(value ? 'yes' : 'no')}`;
  const text = String(value);
  if (DAY.test(text)) return html`<bdi>${speaker.date(text)}</bdi>`;
  if (name.endsWith('at') && INSTANT.test(text)) return html`<bdi>${speaker.moment(text, timeZone)}</bdi>`;
  if (name === 'status') return html`${speaker.say(`status_${text}` as TextKey)}`;
  if (name === 'role') return html`${speaker.say(text === 'lead' ? 'stored_lead' : 'stored_beside')}`;
  return html`<bdi>${text}</bdi>`;
}
