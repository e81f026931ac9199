import type { DateOrder } from '#libs/core/time/date-orders';
import type { AnalysedRow } from '#libs/booking-import/analyse';
import { type Field, fieldOf, PERSON_CELLS, ROOM_CELLS } from '#libs/booking-import/columns/columns';
import type { Declared } from '#libs/booking-import/columns/declared';
import type { GivenRow } from '#libs/booking-import/draft';
import { error, type Issue, type IssueCode, warning } from '#libs/booking-import/issues';

/** What the interpretation of a previewed file depended on, in addition to the file. A commit of the preview uses it again, whatever was declared since. */
export interface ReadWith {
  /** What was remembered of files with the same headers. */
  remembered: Declared;
  siteOrder: DateOrder | null;
  /** The notations of the dates for which a date order was declared that is remembered. */
  notations?: string[];
  today: string;
}

/** Under this name a row of an import keeps what its preview showed. No field is called like that. */
export const PREVIEWED = '_previewed';

/** What a preview showed of a row. */
export interface Previewed {
  person: string | null;
  /** The person of the row when somebody accepts the doubt. */
  candidate: string | null;
  location: string | null;
  contract_start: string | null;
  contract_end: string | null;
  status: string | null;
  booking: string | null;
  version: number | null;
  /** What kept the row from being imported: somebody has to decide, also when it is gone by the time of the commit. */
  asked?: IssueCode[];
  /** Whether the commit declared more about the file than the preview knew: then what was unknown may be known. */
  declaresMore?: boolean;
}

export const previewedOf = ({ person, location, normalized, status, existing }: AnalysedRow): Previewed => ({
  person: person.person_id,
  candidate: person.candidates[0]?._id ?? null,
  location: location.location_id,
  contract_start: normalized.contract_start,
  contract_end: normalized.contract_end,
  status: status?.value ?? null,
  booking: existing?.id ?? null,
  version: existing?.version ?? null,
});

/** What a preview showed of a row, and its questions. */
export const shownOf = (row: AnalysedRow): Previewed => ({
  ...previewedOf(row),
  ...(row.state !== 'ready' && {
    asked: [...new Set(row.issues.flatMap(({ code, severity }) => (severity === 'info' ? [] : [code])))],
  }),
});

/** Obstacles by other bookings; no declaration about a file removes them. */
const IN_THE_WAY: readonly IssueCode[] = ['conflict_in_file', 'conflict_booking', 'slot_full'];

/** The questions of the preview of a row that nobody has decided. */
export function unanswered({ values, resolution }: GivenRow, { issues }: AnalysedRow): Issue[] {
  const { asked = [], declaresMore } = (values[PREVIEWED] ?? {}) as Partial<Previewed>;
  if (resolution) return [];
  const open = declaresMore ? asked.filter((code) => IN_THE_WAY.includes(code)) : asked;
  const others = open.filter((code) => !issues.some((issue) => issue.code === code));
  return others.map((code) =>
    warning(code, 'the preview asked about this, and nobody has decided; decide, or preview the file again'),
  );
}

/** What a row that is committed by its preview says now, and did not say there; what somebody decided for it left aside. */
export function changedSince({ values, resolution }: GivenRow, row: AnalysedRow): Issue[] {
  const shown = values[PREVIEWED] as Previewed | undefined;
  if (!shown) return [];
  const now = previewedOf(row);
  const { person_id, create_person, location_id, booking_id, status, accept } = resolution ?? {};
  const corrected = new Set(Object.keys(resolution?.values ?? {}).map(fieldOf));
  const isCorrected = (...fields: readonly Field[]) => fields.some((field) => corrected.has(field));
  const isOther = (before: string | null, after: string | null) =>
    before !== after && !(shown.declaresMore && before === null);
  const person = shown.person ?? (accept ? shown.candidate : null);
  const isPersonDecided = (person_id ?? create_person ?? booking_id) !== undefined || isCorrected(...PERSON_CELLS);
  const isPlaceDecided = (location_id ?? booking_id) !== undefined || isCorrected(...ROOM_CELLS);
  const isStatusDecided = status !== undefined || shown.declaresMore === true || row.existing !== null;
  const isBookingDecided = isPersonDecided || isPlaceDecided || corrected.size > 0;
  const issues: Issue[] = [];
  const tell = (code: Issue['code'], field: string, what: string, value: string | null) =>
    issues.push(error(code, `the preview showed ${what}; preview the file again`, { field, value }));
  if (!isPersonDecided && isOther(person, now.person))
    tell('person_ambiguous', 'student_id', person === null ? 'nobody' : 'another person', now.person);
  if (!isPlaceDecided && isOther(shown.location, now.location))
    tell('location_ambiguous', 'room', shown.location === null ? 'no location' : 'another location', now.location);
  for (const field of ['contract_start', 'contract_end'] as const)
    if (!isCorrected(field) && isOther(shown[field], now[field]))
      tell('ambiguous_date', field, shown[field] ?? 'no date', now[field]);
  if (
    !isStatusDecided &&
    !isCorrected('status', 'contract_start', 'contract_end', 'hold_until') &&
    shown.status !== now.status
  )
    tell('status_unknown', 'status', `the status ${shown.status ?? 'as not known'}`, now.status);
  if (!isBookingDecided && isOther(shown.booking, now.booking))
    tell('booking_changed', 'booking_id', shown.booking === null ? 'no booking' : 'another booking', now.booking);
  else if (now.booking === shown.booking && now.version !== shown.version && resolution?.expected_version === undefined)
    tell('booking_changed', 'booking_id', `the version ${shown.version} of the booking`, String(now.version));
  return issues;
}

/** The version that a booking must still have when a row changes it. */
export const expectedVersion = ({ values, resolution }: GivenRow, bookingId: string): number | undefined => {
  const shown = values[PREVIEWED] as Previewed | undefined;
  return resolution?.expected_version ?? (shown?.booking === bookingId ? (shown.version ?? undefined) : undefined);
};
