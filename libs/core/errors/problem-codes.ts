/** Every code a problem document can carry: its HTTP status, its title, and what a caller can do about it. */
export const PROBLEMS = {
  malformed_json: [
    400,
    'The body is not JSON',
    'Send one JSON value, encoded in UTF-8, with Content-Type: application/json.',
  ],
  malformed_request: [
    400,
    'The request is not HTTP',
    'Send the request with a library for HTTP/1.1, and check proxies in between.',
  ],
  validation_failed: [
    400,
    'The request does not have the expected shape',
    'Each entry of errors points at a field and says what it must be.',
  ],
  unknown_field: [
    400,
    'The request has a field that does not exist here',
    'Remove or correct the field that errors points at.',
  ],
  invalid_query: [
    400,
    'A query parameter is not valid',
    'Each entry of errors names the parameter and what it accepts.',
  ],
  unauthenticated: [401, 'No session', 'Log in at POST /users/sessions, or send a valid Authorization header.'],
  invalid_credentials: [
    401,
    'Email or password is wrong',
    'Check both. The response is the same for an unknown email and a disabled account.',
  ],
  session_expired: [
    401,
    'The session has ended',
    'Renew the access credential at POST /users/sessions/refresh, or log in again.',
  ],
  session_reuse_detected: [
    401,
    'A refresh credential was used twice',
    'The whole session was ended as a precaution. Log in again.',
  ],
  forbidden: [
    403,
    'Your role does not allow this',
    'The field required_permission names what is missing; an administrator of the site can give it.',
  ],
  password_change_required: [403, 'The password must be changed first', 'Log in again with new_password.'],
  csrf_rejected: [403, 'The request came from another web site', 'Call from an origin that the operator trusts.'],
  link_invalid: [
    403,
    'The link does not work',
    'Links of files expire. Request the resource that contained the link again.',
  ],
  not_found: [404, 'Not found', 'It does not exist, or you have no access to it. Check the path and the ids in it.'],
  category_not_covered: [
    404,
    'No SLA policy covers the category',
    'Put the category into an enabled SLA policy of the site first.',
  ],
  method_not_allowed: [405, 'This path does not have that method', 'The Allow header lists the methods that it has.'],
  request_timeout: [408, 'The body did not arrive in time', 'Send it faster, or in smaller parts.'],
  booking_conflict: [
    409,
    'The place is taken',
    'The field conflicts names each booking in the way. Choose other dates or another place.',
  ],
  closure_conflict: [
    409,
    'Places are not free to be closed',
    'The field conflicts names each booking and closure in the way. Move, check out or cancel them, or close another time.',
  ],
  transition_not_allowed: [
    409,
    'The booking cannot make this transition now',
    'The field reasons says why; the field allowed_transitions lists the transitions that are possible.',
  ],
  booking_closed: [
    409,
    'The booking is closed',
    'Dates, place and people of a closed booking are frozen. Notes, flags, vehicle and parking are not.',
  ],
  slot_full: [
    409,
    'The departure slot is full',
    'The field free_slots lists the free times of that day, with the number of free places. Send one of them, or no time.',
  ],
  secret_rotated: [
    409,
    'The secret was rotated less than 24 hours ago',
    'The field previous_secret_until says when the old secret ends; rotate again after it. If the new secret is lost or known to ' +
      'others, create another webhook and delete this one.',
  ],
  webhook_limit: [
    409,
    'The site has as many webhooks as it can have',
    'Delete one that is not needed any more. One webhook can have all types of events.',
  ],
  waiting_state: [
    409,
    'The entry of the waiting list is in another state',
    'The field state names it. Only a waiting entry can be offered a place; an entry with an offer waits again when its ' +
      'booking is cancelled.',
  ],
  override_not_applicable: [
    409,
    'The override does not apply',
    'conflict_booking_id must be the id of a booking that is in the way now.',
  ],
  duplicate_name: [409, 'The name is taken', 'Choose another name.'],
  email_in_use: [409, 'The email address is taken', 'Another record of this site has it.'],
  student_id_in_use: [409, 'The student id is taken', 'Another record of this site has it.'],
  has_live_bookings: [409, 'There are live bookings', 'Check out, cancel or move them first.'],
  location_type_in_use: [409, 'The location type is in use', 'Locations or other types refer to it.'],
  location_in_use: [
    409,
    'The location is in use',
    'Other records refer to it, or live bookings hold places that the change would take away.',
  ],
  category_already_covered: [
    409,
    'A category is in another enabled SLA policy',
    'The field covered_by names it. Take the category out of it, or disable it, first.',
  ],
  deactivation_threshold_exceeded: [
    409,
    'The import would deactivate many students',
    'The field deactivations is the number of active students who are not on the list. If this is intended, send the ' +
      'request again with confirm_deactivations.',
  ],
  in_use: [409, 'The record is in use', 'Other records refer to it.'],
  already_member: [409, 'The user is already a member', 'Change the role of the member instead.'],
  already_invited: [
    409,
    'The email has an open invitation',
    'Change the role of the invitation, or delete it and invite again.',
  ],
  last_admin: [409, 'The last administrator of a site cannot be removed', 'Give another member the role admin first.'],
  import_in_progress: [409, 'The import is not finished', 'Poll its job, and undo the import when the job has ended.'],
  merge_final: [
    409,
    'The merge can no longer be undone',
    'A merge can be undone within the history window of the site (`history_window_days`). Make a new record, and ' +
      'change the bookings instead.',
  ],
  not_cancellable: [409, 'The job cannot be stopped', 'It has ended, or it is of a kind that cannot be stopped.'],
  idempotency_in_progress: [409, 'The same request is still running', 'Wait as Retry-After says, then send it again.'],
  answer_erased: [
    410,
    'The response named a person who was erased since',
    'The request was carried out when it was first sent. Read what it made or changed instead of sending it again.',
  ],
  cursor_gone: [
    410,
    'The feed cannot continue from this cursor',
    'The field reason says whether the cursor is older than the stored events, or of a state before the database was ' +
      'restored. Read all records again, and then the feed from restart_at.',
  ],
  version_mismatch: [
    412,
    'The record has changed since you read it',
    'Read it again and repeat the change on the new version.',
  ],
  payload_too_large: [413, 'The body is too large', 'Send fewer or smaller values.'],
  unsupported_media_type: [415, 'The body has the wrong content type', 'Send Content-Type: application/json.'],
  unknown_reference: [
    422,
    'A record that the request refers to does not exist',
    'The entry of errors points at the id; it must be one of this site. For a code, candidates names similar records.',
  ],
  unknown_slot: [
    422,
    'There is no such departure slot',
    'The field free_slots lists the times at which people can leave on this day. Send one of them, or no time.',
  ],
  lead_person_required: [
    422,
    'The booking needs a lead person',
    'Only a provisional booking of a block may have no lead person. Send lead_person first.',
  ],
  location_not_allocatable: [
    422,
    'This location cannot be booked',
    'Choose an open location whose type can be allocated to bookings.',
  ],
  invalid_date_range: [
    422,
    'The dates are not those of a possible stay',
    'The field contract_end is the departure day. It must be after contract_start, by at most 5 years.',
  ],
  initial_status_not_allowed: [
    422,
    'A booking cannot start with this status',
    'Start with provisional, confirmed or checked_in; transitions lead to the others.',
  ],
  cancellation_code_required: [
    422,
    'A cancellation code is required',
    'Send a cancellation_code of the site; other also needs cancellation_reason.',
  ],
  cancellation_code_unknown: [
    422,
    'The site has no such active cancellation code',
    'List them at GET /sites/{siteId}/cancellation-codes.',
  ],
  occurred_at_out_of_range: [
    422,
    'The time of the transition is not possible',
    'occurred_at must not be in the future or before the previous transition, and must be within the history window.',
  ],
  idempotency_key_reused: [
    422,
    'The Idempotency-Key belongs to another request',
    'Send a new request with a new key; the old key can only repeat the old request.',
  ],
  contradictory_decisions: [
    422,
    'The decisions about the rows contradict each other',
    'Each entry of errors points at a decision and says which other one it contradicts. Send one of them.',
  ],
  import_emptied: [
    410,
    'The rows of the import are no longer stored',
    'The rows of a file are kept for a time after its import, by default 30 days. Send the rows from your own file.',
  ],
  preview_expired: [
    410,
    'The preview is no longer stored',
    'Previews are kept for 24 hours. Preview the file again, or commit with its rows.',
  ],
  empty_full_import: [
    422,
    'A full list without students',
    'An empty list would deactivate everybody. Check how the list was made.',
  ],
  invalid_targets: [
    422,
    'The targets of the SLA policy are invalid',
    'hours 0 to 8760 and minutes 0 to 59, not both 0; first_response and escalation at most as long as resolution.',
  ],
  invalid_events: [
    422,
    'The order of the events is invalid',
    'Each entry of errors points at an event before opened_at or after resolve, or at a pause or resume that ' +
      'does not match the events before it.',
  ],
  business_hours_required: [
    422,
    'An SLA policy counts business hours and the site has none',
    'The site needs at least one opening per week as long as an enabled policy has business_hours_only.',
  ],
  not_mailable: [
    422,
    'The confirmation cannot be mailed',
    'Give the student an email address. A booking that is over has no confirmation.',
  ],
  invalid_image: [
    422,
    'The file is not a usable picture',
    'Upload a JPEG, PNG or WebP of at most 5 MiB and 40 megapixels, of the type that was announced.',
  ],
  invalid_webhook_url: [
    422,
    'Nothing can be sent to this address',
    'Use an https address on the public internet, or ask the operator to allow it.',
  ],
  weak_password: [
    422,
    'The password is too weak',
    'Choose a longer one that is new, not common, and does not contain the email address.',
  ],
  reset_token_invalid: [422, 'The link is no longer valid', 'Ask for a new one.'],
  rate_limited: [429, 'Too many requests', 'Wait as Retry-After says.'],
  headers_too_large: [431, 'The headers are too long', 'Send shorter headers and cookies.'],
  internal_error: [
    500,
    'Something went wrong in Lodge',
    'No change was partly written. Try again; if the error persists, report the instance.',
  ],
  overloaded: [503, 'Lodge is busy', 'Nothing was done. Try again as Retry-After says.'],
  job_timeout: [
    503,
    'The job takes longer than a request can wait',
    'The job continues: poll job_url until it is finished.',
  ],
  dependency_unavailable: [
    503,
    'A part that Lodge needs is unavailable',
    'No change was partly written. Try again as Retry-After says.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, remedy: string]>;

export type ProblemCode = keyof typeof PROBLEMS;

export const statusOf = (code: ProblemCode): number => PROBLEMS[code][0];
