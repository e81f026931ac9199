/**
 * A response for people: what it says as facts and tables, with the names of records in the place of their ids. The JSON stands below
 * it as before.
 */
export const READABLE_SCRIPT = `
const [MOST_ROWS, MOST_COLUMNS, MOST_PARTS, MOST_NAMED] = [25, 12, 14, 12];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d/;
// For programs, or said by the page already.
const QUIET = new Set(['site', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'request_id', 'skip', 'limit', 'next_cursor', 'total_exact', 'photo_url', 'source',
  'occupied_from', 'occupied_to', 'sequence', 'recorded_at', 'override_actions', 'by_building', 'preview_id', 'generated_at', 'booking_version']);
// Names of lists that say nothing more than what they are in.
const PLAIN = new Set(['data', 'entries', 'students']);
// What stands first in a row.
const FIRST = ['record_name', 'lead_person_name', 'lead_person', 'person', 'last_name', 'first_name', 'name', 'row_index', 'state', 'issues'];
const CAPTIONS = { record_name: 'Name', lead_person: 'Person', lead_person_name: 'Person', location: 'Place', location_name: 'Place', location_code: 'Code', contract_start: 'From', contract_end: 'To', normalized: 'Read as', on: 'Day' };
// An id whose name stands next to it.
const NAMED_BY = { lead_person: 'record_name', person: 'record_name', location: 'location_name', booking_id: 'lead_person_name', from: 'from_name', to: 'to_name' };

const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const captionOf = (name) => CAPTIONS[name] ?? name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()).replace(/ at$/, '');
function momentOf(text) {
  const parts = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: memory.zone });
  return Number.isNaN(Date.parse(text)) ? text : parts.format(new Date(text));
}
function cellOf(value) {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    // Remarks only where nothing is wrong.
    const grave = value.filter((each) => each?.severity !== 'info');
    return [...new Set((grave.length > 0 ? grave : value).map(cellOf))].filter(Boolean).slice(0, MOST_NAMED).join(value.some(isRecord) ? '; ' : ', ');
  }
  if (isRecord(value)) return cellOf(value.record_name ?? value.message ?? value.name ?? value.reference ?? value.detail ?? value.value ?? value.candidates?.[0] ?? value.path ?? value.match);
  const text = String(value);
  if (UUID.test(text)) return memory.labelOf(text);
  if (INSTANT.test(text)) return momentOf(text);
  // A word of a list of values.
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text.slice(0, 300);
}
const isNamed = (record, name) => NAMED_BY[name] && record[NAMED_BY[name]];
const factsOf = (record, isRow) => Object.entries(record)
  .filter(([name, value]) => !QUIET.has(name) && !name.startsWith('_') && !isNamed(record, name) && !(name === 'count' && !isRow) && (isRow || !isRecord(value) && !(Array.isArray(value) && value.some(isRecord))))
  .map(([name, value]) => [name, name === 'normalized' ? cellOf(Object.values(value)) : cellOf(value)]).filter(([, text]) => text !== '');

function tableOf(title, records) {
  const rows = records.slice(0, MOST_ROWS).map((record) => new Map(factsOf(record, true)));
  const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  // A column of zeros says nothing.
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((name) => rows.some((row) => ![undefined, '0'].includes(row.get(name))))
    .sort((one, other) => rank(one) - rank(other)).slice(0, MOST_COLUMNS);
  return columns.length === 0 ? [] : [{ title, columns, rows, count: records.length }];
}
/** The facts and tables of a value, the outer ones first. */
function partsOf(value, title = '') {
  if (Array.isArray(value)) return tableOf(title, value.filter(isRecord));
  if (!isRecord(value)) return [];
  if (value.count !== undefined && title) title += ' (' + value.count + ')';
  const facts = factsOf(value, false);
  const inner = Object.entries(value).filter(([name, each]) => !QUIET.has(name) && name !== 'expanded' && each !== null && typeof each === 'object')
    .flatMap(([name, each]) => partsOf(each, PLAIN.has(name) ? title : [title, captionOf(name)].filter(Boolean).join(' \\u00b7 ')));
  return [...(facts.length > 0 ? [{ title, facts }] : []), ...inner];
}
/** What people read of a response: of a problem only what is in the way, and what to take in its place. */
function readableOf(body, isProblem) {
  if (!isProblem) return partsOf(body).slice(0, MOST_PARTS);
  return partsOf(Object.fromEntries(['conflicts', 'free_locations', 'candidates', 'reasons'].filter((name) => body[name]).map((name) => [name, body[name]])));
}

function Readable({ React, body, isProblem }) {
  useMemory(React);
  const make = React.createElement;
  const parts = readableOf(body, isProblem);
  if (parts.length === 0) return null;
  const factList = (facts) => make('dl', null, ...facts.flatMap(([name, text]) => [make('dt', { key: name }, captionOf(name)), make('dd', { key: name + ' is' }, text)]));
  const table = ({ title, columns, rows, count }) => make('div', { className: 'lodge-table', tabIndex: 0, role: 'region', 'aria-label': title || 'Table' }, make('table', null,
    make('thead', null, make('tr', null, ...columns.map((name) => make('th', { key: name, scope: 'col' }, captionOf(name))))),
    make('tbody', null, ...rows.map((row, index) => make('tr', { key: index }, ...columns.map((name) => make('td', { key: name, className: (row.get(name) ?? '').length > 40 ? 'lodge-long' : undefined }, row.get(name) ?? '')))))),
    count > rows.length && make('p', null, 'and ' + (count - rows.length) + ' more, below'));
  return make('section', { className: 'lodge-readable', 'aria-label': 'The response, to read' }, ...parts.map((part, index) =>
    make('div', { key: index }, part.title && make('h5', null, part.title), part.facts ? factList(part.facts) : table(part))));
}
`;
