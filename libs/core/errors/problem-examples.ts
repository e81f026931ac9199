import { PROBLEMS, type ProblemCode, statusOf } from '#libs/core/errors/problem-codes';
import { EXAMPLE } from '#libs/core/http/examples';

type Members = Record<string, unknown>;

const INSTANCE = '0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a';
const field = (pointer: string, code: string, detail: string) => ({ errors: [{ pointer, code, detail }] });
const CONFLICT = {
  booking_id: EXAMPLE.otherBooking,
  kind: 'booking',
  status: 'confirmed',
  contract_start: '2027-09-18',
  contract_end: '2028-06-30',
  lead_person_name: 'Ångström, Zoë',
  override_actions: ['void'],
};

// What a code says of one request. The other codes say what a caller can do about them.
const DETAILS: Partial<Record<ProblemCode, string>> = {
  malformed_json: 'The body is not valid JSON.',
  validation_failed: '/contract_end must be a date YYYY-MM-DD between 2000 and 2100',
  unknown_field: '/contract_stop is not a field of this request.',
  invalid_query: 'limit must be a whole number from 1 to 200',
  unauthenticated: 'This operation needs a session.',
  forbidden: 'This needs the permission booking.void in the site.',
  booking_conflict: 'Ångström, Zoë has the place from 2027-09-18 to 2028-06-30 (confirmed).',
  transition_not_allowed: 'A checked_out booking cannot check_in.',
  version_mismatch: 'The record has version 3 now.',
  unknown_reference: '/lead_person names no student of this site',
  cursor_gone: 'Events after this cursor are older than the 400 days that the site keeps.',
  rate_limited: 'There were more than 10 log-ins from this address in a minute.',
  dependency_unavailable: 'The database does not answer in time. Nothing was written.',
  internal_error: 'Lodge could not answer. The error is in its log under this instance.',
};

const MEMBERS: Partial<Record<ProblemCode, Members>> = {
  validation_failed: field('/contract_end', 'date', 'must be a date YYYY-MM-DD between 2000 and 2100'),
  unknown_field: field('/contract_stop', 'unknown_field', 'is not a field of this request'),
  invalid_query: field('limit', 'integer', 'must be a whole number from 1 to 200'),
  unknown_reference: field('/lead_person', 'unknown_reference', 'names no student of this site'),
  forbidden: { required_permission: 'booking.void' },
  cursor_gone: { reason: 'expired', restart_at: 'AAAAAAAAA-dfYyXqO0gG' },
  booking_conflict: {
    conflicts: [CONFLICT],
    free_locations: [{ _id: EXAMPLE.room, name: 'Studio 102', code: 'M-102', floor: '1' }],
  },
  transition_not_allowed: {
    from: 'checked_out',
    type: 'check_in',
    reasons: [{ code: 'not_confirmed', message: 'The booking is checked_out.' }],
    allowed_transitions: [],
  },
  version_mismatch: { current_version: 3 },
};

/** A problem document of a code, as a caller may get it. */
export const exampleOf = (code: ProblemCode) => ({
  type: `http://localhost:3000/problems/${code}`,
  title: PROBLEMS[code][1],
  status: statusOf(code),
  detail: DETAILS[code] ?? PROBLEMS[code][2],
  instance: INSTANCE,
  code,
  errors: [],
  ...MEMBERS[code],
});

/** One problem document per code, as the components of the OpenAPI document hold them. */
export const problemExamples = () =>
  Object.fromEntries(
    (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [
      code,
      { summary: PROBLEMS[code][1], value: exampleOf(code) },
    ]),
  );

/** The content of a failure that has one of some codes, each with its own example. */
export const problemContent = (schema: object, codes: readonly ProblemCode[]) => ({
  'application/problem+json': {
    schema,
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  },
});
