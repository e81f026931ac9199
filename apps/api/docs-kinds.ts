import type { OpenAPIObject } from '@nestjs/swagger';

/** Adds to the OpenAPI document the kind of record that each id names. The page of Swagger UI fills in ids by it. */
const KIND_MARK = 'x-names';

interface Described {
  'x-names'?: string;
  'x-id'?: boolean;
  type?: unknown;
}
interface Parameter extends Described {
  in: string;
  name: string;
}

// The kind of record that a field names, in every operation. Other field names have no kind, or not always the same one.
const FIELDS: Record<string, string> = {
  site: 'site',
  lead_person: 'student',
  person: 'student',
  booking: 'booking',
  booking_id: 'booking',
  location: 'location',
  location_type: 'location_type',
  block_booking: 'block',
  preview_id: 'preview',
};

// Of which kind the records are that a response holds: their `_id`.
const RECORDS: Record<string, string> = {
  SiteResponse: 'site',
  MemberResponse: 'member',
  StudentResponse: 'student',
  StudentCreatedResponse: 'student',
  FoundPersonResponse: 'student',
  ImportedStudentResponse: 'student',
  PresentPersonResponse: 'student',
  BookingResponse: 'booking',
  BookingDetailResponse: 'booking',
  DayEntryResponse: 'booking',
  DayMoveResponse: 'booking',
  ExpiringEntryResponse: 'booking',
  CalendarBookingResponse: 'booking',
  LocationResponse: 'location',
  FreeLocationResponse: 'location',
  LocationTypeResponse: 'location_type',
  LocationTypeCreatedResponse: 'location_type',
  BlockSummaryResponse: 'block',
  BlockBookingResponse: 'block',
  ClosureResponse: 'closure',
  DayClosureResponse: 'closure',
  CalendarClosureResponse: 'closure',
  WaitingEntryResponse: 'entry',
  WaitingMatchResponse: 'entry',
  CancellationCodeResponse: 'code',
  SlaPolicyResponse: 'policy',
  JobResponse: 'job',
  OwnSessionResponse: 'session',
  ApiKeyResponse: 'key',
  OwnInvitationResponse: 'invitation',
  CalendarFeedResponse: 'feed',
  CreatedCalendarFeedResponse: 'feed',
  WebhookResponse: 'webhook',
  WebhookWithSecretResponse: 'webhook',
  DeliveryResponse: 'delivery',
  ImportMappingResponse: 'mapping',
};

// Two kinds of imports, each with its own history.
const IMPORTS: Record<string, string> = {
  BookingImportResponse: 'import',
  StudentImportResponse: 'student_import',
  ImportStudentsResponse: 'student_import',
};

// Records that requests name by their code.
const CODES: Record<string, string> = {
  'CancellationCodeResponse.code': 'cancellation_code',
  'TransitionRequest.cancellation_code': 'cancellation_code',
  'CancelBlockRequest.cancellation_code': 'cancellation_code',
};

/** A parameter of a path: a user of a site's members is a member, of its students a student. */
export function kindOfPath(path: string, name: string): string {
  const isOfStudents = path.startsWith('/students');
  if (name === 'userId') return isOfStudents ? 'student' : 'member';
  if (name === 'importId') return isOfStudents ? 'student_import' : 'import';
  return name.replace(/Id$/, '').replace('locationType', 'location_type').replace('welfareState', 'welfare_state');
}

/** Marks every id of the document with the kind of record that it names, as far as the name of its place says it. */
export function withKinds(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(item as Record<string, { parameters?: Parameter[] }>))
      for (const each of parameters) {
        const kind = each.in === 'path' ? kindOfPath(path, each.name) : each['x-id'] && FIELDS[each.name];
        if (kind) each[KIND_MARK] = kind;
      }
  const schemas = document.components?.schemas as Record<string, { properties?: Record<string, Described> }>;
  for (const [name, { properties = {} }] of Object.entries(schemas))
    for (const [field, described] of Object.entries(properties)) {
      const isId = described['x-id'] && described.type !== 'array';
      const kind = isId ? kindOfField(name, field) : CODES[`${name}.${field}`];
      if (kind) described[KIND_MARK] = kind;
    }
  return document;
}

const kindOfField = (schema: string, field: string): string | undefined =>
  field === '_id' ? RECORDS[schema] : field === 'import_id' ? IMPORTS[schema] : FIELDS[field];
