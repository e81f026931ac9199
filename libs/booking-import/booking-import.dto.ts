import {
  AnyField,
  AnyListField,
  EmailField,
  EnumField,
  EnumListField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  NameListField,
  ObjectField,
  TextField,
  ValuesField,
} from '#libs/core/http/fields';
import { freeKeys } from '#libs/core/http/reserved-keys';
import { EXAMPLE } from '#libs/core/http/examples';
import { ENCODINGS } from '#libs/core/csv/encodings';
import { SHEET } from '#libs/core/xlsx/sheet-field';
import { MOST_ROWS } from '#libs/core/csv/file-rows';
import { RowsField } from '#libs/core/http/rows-field';
import { OverrideRequest } from '#libs/bookings/bookings.dto';
import type { DeclaredColumns } from '#libs/booking-import/columns';
import { DATE_ORDERS, type DateOrder } from '#libs/booking-import/dates';
import { DATE_SYSTEMS, type DateSystem, type StatusWords } from '#libs/booking-import/declared';
import { ImportRememberedResponse } from '#libs/booking-import/mappings.dto';
import { ISSUE_CODES, type IssueCode } from '#libs/booking-import/issues';
import { IMPORT_STATUSES, type ImportStatus } from '#libs/booking-import/read-row';

const site = { description: 'The site', example: EXAMPLE.site };
const VALUES_EXAMPLE = {
  student_id: 'S-100001',
  first_name: 'Ada',
  last_name: 'Byron',
  room: 'N-101',
  contract_start: '2027-09-18',
  contract_end: '2028-06-30',
};

export class BookingImportRowRequest {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0, description: 'Position of the row; each at most once' })
  row_index: number;

  @ValuesField({ example: VALUES_EXAMPLE, description: 'Cells by column name; names are matched loosely' })
  values: Record<string, unknown>;
}

const columns = {
  optional: true,
  example: undefined,
  description:
    'What columns of the file are, by their header: the name of a field, or `ignore`. Settles `unread_column` for all rows.',
};

const statusWords = {
  optional: true,
  example: undefined,
  description:
    'What words about stays say, where they are not known: provisional, confirmed, checked_in, checked_out, cancelled, no_show or void',
};
const dateOrder = {
  optional: true,
  example: undefined,
  description: 'How the file writes days: `dmy`, `mdy` or `ymd`. What its dates prove when absent.',
};
const dateSystem = {
  optional: true,
  example: undefined,
  description:
    'From which year numbers count days: 1900, or 1904 in workbooks of old Macs. What the file says or proves when absent.',
};

export class ImportPreviewRequest {
  @IdField(site)
  site: string;

  @freeKeys @ValuesField(columns) columns?: DeclaredColumns;
  @EnumField(DATE_ORDERS, dateOrder) date_order?: DateOrder;
  @EnumField(DATE_SYSTEMS, dateSystem) date_system?: DateSystem;
  @freeKeys @ValuesField(statusWords) status_words?: StatusWords;

  @RowsField(() => BookingImportRowRequest, MOST_ROWS)
  rows: BookingImportRowRequest[];
}

/** What stands in the query beside a file, or in the other fields of a form. */
export class ImportFileQuery {
  @IdField({ ...site, optional: true, description: 'The site, when the body is a file' })
  site?: string;

  @TextField({
    max: 100_000,
    optional: true,
    example: undefined,
    description: 'For a file: `columns` of the body, as JSON, such as `{"Remarks": "notes", "Nights": "ignore"}`',
  })
  columns?: string;

  @EnumField(DATE_ORDERS, { ...dateOrder, description: 'For a file: `date_order` of the body' }) date_order?: DateOrder;
  @EnumField(DATE_SYSTEMS, { ...dateSystem, description: 'For a file: `date_system` of the body' })
  date_system?: DateSystem;

  @TextField({ ...statusWords, max: 100_000, description: 'For a file: `status_words` of the body, as JSON' })
  status_words?: string;

  @TextField(SHEET)
  sheet?: string;

  @EnumField(ENCODINGS, {
    optional: true,
    example: undefined,
    description: 'The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent',
  })
  encoding?: string;
}

/** What stands in the query beside a file that is committed. */
export class CommitFileQuery extends ImportFileQuery {
  @TextField({ max: 255, optional: true, example: undefined, description: 'For a file: `idempotency_key` of the body' })
  idempotency_key?: string;
}

export class ImportPersonRequest {
  @TextField({ max: 100, example: 'Grace' }) first_name: string;
  @TextField({ max: 100, example: 'Hopper' }) last_name: string;
  @EmailField({ optional: true, example: 'grace@example.org' }) email?: string;
  @TextField({ max: 64, optional: true, example: undefined }) student_id?: string;
  @TextField({
    max: 255,
    optional: true,
    example: undefined,
    description: 'Where they live; the room of the row when absent',
  })
  location?: string;
}

export class ResolutionRequest {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 3, description: 'The row that it is for' })
  row_index: number;

  @EnumField(['create', 'update', 'skip'], { example: 'create' })
  action: 'create' | 'update' | 'skip';

  @IdField({ of: 'student', optional: true, description: 'Who it is' }) person_id?: string;
  @ObjectField(() => ImportPersonRequest, { optional: true, description: 'Somebody new' })
  create_person?: ImportPersonRequest;
  @IdField({ of: 'location', optional: true, description: 'Which location it is' }) location_id?: string;
  @EnumField(IMPORT_STATUSES, { optional: true, example: 'confirmed' }) status?: ImportStatus;
  @IdField({ of: 'booking', optional: true, description: 'The booking to update' }) booking_id?: string;
  @IntegerField({
    min: 1,
    max: 2_147_483_647,
    optional: true,
    example: undefined,
    description:
      'The `booking_version` of the preview: a booking that was changed since is left alone, and the row fails',
  })
  expected_version?: number;
  @ValuesField({ optional: true, example: { contract_start: '2027-09-18' }, description: 'Corrected cells' })
  values?: Record<string, unknown>;
  @ObjectField(() => OverrideRequest, { optional: true, description: 'Takes a booking out of the way' })
  override?: OverrideRequest;
  @EnumListField(ISSUE_CODES, {
    optional: true,
    example: ['person_possible_match'],
    description:
      'Issues of the person that are all right: the first candidate is taken. `unread_column` and `ragged_row`: what is not read does not matter.',
  })
  accept?: IssueCode[];
}

export class CommitRequest {
  @IdField(site)
  site: string;

  @TextField({
    max: 255,
    example: 'autumn-2027',
    description: 'Sent again, it gets the same answer and no second import',
  })
  idempotency_key: string;

  @IdField({ optional: true, example: undefined, description: 'A preview of the last 24 hours, in place of its rows' })
  preview_id?: string;

  @RowsField(() => BookingImportRowRequest, MOST_ROWS, { optional: true, description: 'Required without `preview_id`' })
  rows?: BookingImportRowRequest[];

  @freeKeys @ValuesField(columns) columns?: DeclaredColumns;
  @EnumField(DATE_ORDERS, dateOrder) date_order?: DateOrder;
  @EnumField(DATE_SYSTEMS, dateSystem) date_system?: DateSystem;
  @freeKeys @ValuesField(statusWords) status_words?: StatusWords;

  @ListField(() => ResolutionRequest, { max: MOST_ROWS, optional: true })
  resolutions?: ResolutionRequest[];
}

const count = { min: 0, max: MOST_ROWS, example: 0 };

export class ImportPreviewSummaryResponse {
  @IntegerField({ ...count, example: 4 }) total: number;
  @IntegerField({ ...count, example: 2 }) ready: number;
  @IntegerField({ ...count, example: 1 }) needs_decision: number;
  @IntegerField({ ...count, example: 1 }) error: number;
  @IntegerField(count) duplicate: number;
}

export class ImportColumnsResponse {
  @NameListField({ max: 1000, example: ['student_id', 'room'] }) recognised: string[];
  @NameListField({ max: 1000, example: ['favourite colour'] }) unknown: string[];
  @NameListField({ max: 1000, example: [], description: 'Not read because somebody declared so' }) ignored: string[];
}

export class ImportIssueResponse {
  @EnumField(ISSUE_CODES) code: IssueCode;
  @TextField({ max: 100, nullable: true, example: 'contract_start' }) field: string | null;
  @EnumField(['error', 'warning', 'info']) severity: string;
  @TextField({ max: 500, example: 'reads as 2027-09-08 or 2027-08-09; write YYYY-MM-DD' }) message: string;
  @TextField({ max: 4000, min: 0, nullable: true, example: '08/09/2027' }) value: string | null;
  @TextField({ max: 500, nullable: true, example: null }) suggestion: string | null;
}

export class ImportPreviewRowResponse {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0 }) row_index: number;
  @EnumField(['ready', 'needs_decision', 'error', 'duplicate']) state: string;
  @AnyField({
    description:
      'The filled cells as they came, by field, or by header where a column is not read; a commit takes them so',
  })
  values: object;
  @AnyField({ description: 'The cells as they were understood; what could not be read is null' }) normalized: object;
  @AnyField({ description: '`match`, `person_id`, `score`, `matched_on` and up to five `candidates`' }) person: object;
  @AnyField({ description: 'The same for the room' }) location: object;
  @AnyField({ nullable: true, description: '`value`, `inferred` and the `reason`' }) status: object | null;
  @AnyListField({ description: 'Bookings in the way' }) conflicts: object[];
  @EnumField(['create', 'update', 'none']) planned: string;
  @IdField({ nullable: true, description: 'The booking that the row is about, or repeats' }) booking_id: string | null;
  @IntegerField({ min: 1, max: 2_147_483_647, nullable: true, example: null, description: 'Its version' })
  booking_version: number | null;
  @AnyListField({ description: '`field`, `from`, `to`' }) changes: object[];
  @ListField(() => ImportIssueResponse, { max: 100 }) issues: ImportIssueResponse[];
}

export class ImportPreviewResponse {
  @IdField({ description: 'Within 24 hours a commit can name it in place of the rows' }) preview_id: string;
  @InstantField() generated_at: string;
  @ObjectField(() => ImportPreviewSummaryResponse) summary: ImportPreviewSummaryResponse;
  @ObjectField(() => ImportColumnsResponse) columns: ImportColumnsResponse;
  @AnyField({ description: '`columns`, `date_order`, `date_system` and `status_words` that this file was read with' })
  declared: object;
  @ObjectField(() => ImportRememberedResponse, {
    nullable: true,
    description: 'What of that was declared before, of a file with the same headers',
  })
  remembered: ImportRememberedResponse | null;
  @ListField(() => ImportPreviewRowResponse, { max: MOST_ROWS }) rows: ImportPreviewRowResponse[];
}

export class BookingImportSummaryResponse {
  @IntegerField(count) created: number;
  @IntegerField(count) updated: number;
  @IntegerField(count) skipped: number;
  @IntegerField(count) failed: number;
  @IntegerField(count) persons_created: number;
}

export class BookingImportRowResponse {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0 }) row_index: number;
  @EnumField(['created', 'updated', 'skipped', 'failed']) outcome: string;
  @TextField({ max: 100, nullable: true, example: null }) reason: string | null;
  @IdField({ nullable: true }) booking_id: string | null;
  @IdField({ nullable: true }) person_id: string | null;
  @IdField({ nullable: true }) overridden_booking_id: string | null;
  @NameListField({ max: 20, example: [], description: 'The fields of a booking that the row changed' })
  changed: string[];
  @ListField(() => ImportIssueResponse, { max: 100 }) issues: ImportIssueResponse[];
}

const UNDO_STATUSES = ['completed', 'processing', 'failed', 'cancelled'];

export class ImportUndoneResponse {
  @EnumField(UNDO_STATUSES) status: string;
  @IdField({ nullable: true, description: 'The job that does it; null for an import that an earlier release undid' })
  job_id: string | null;
  @InstantField({ nullable: true, description: 'When it was over' }) undone_at: string | null;
  @IntegerField(count) reversed: number;
  @IntegerField(count) kept: number;
  @IntegerField(count) blocked: number;
}

export class BookingImportResponse {
  @IdField() import_id: string;
  @EnumField(['completed', 'processing', 'failed', 'cancelled']) status: string;
  @ObjectField(() => ImportUndoneResponse, { nullable: true, description: 'Its undo; null when nobody asked for one' })
  undone: ImportUndoneResponse | null;
  @ObjectField(() => BookingImportSummaryResponse) summary: BookingImportSummaryResponse;
  @ListField(() => BookingImportRowResponse, {
    max: MOST_ROWS,
    description: 'Rows that are done, in the order of the file',
  })
  results: BookingImportRowResponse[];
}

export class ImportUndoSummaryResponse {
  @IntegerField(count) reversed: number;
  @IntegerField(count) kept: number;
  @IntegerField(count) blocked: number;
}

export class ImportUndoRowResponse {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0 }) row_index: number;
  @EnumField(['reversed', 'kept', 'blocked']) outcome: string;
  @TextField({ max: 500, nullable: true, example: 'The booking was changed since.' }) reason: string | null;
  @IdField({ nullable: true }) booking_id: string | null;
  @IdField({ nullable: true, description: 'Whom the row had made; null when nobody' }) person_id: string | null;
  @EnumField(['removed', 'kept'], {
    nullable: true,
    description: 'What became of them: kept when somebody changed them since, or they have another live booking',
  })
  person_outcome: string | null;
}

export class ImportUndoResponse {
  @IdField() import_id: string;
  @EnumField(UNDO_STATUSES, { description: '`processing`: watch its job, or ask again' }) status: string;
  @IdField({ nullable: true }) job_id: string | null;
  @ObjectField(() => ImportUndoSummaryResponse) summary: ImportUndoSummaryResponse;
  @ListField(() => ImportUndoRowResponse, { max: MOST_ROWS }) results: ImportUndoRowResponse[];
}

export class SiteRequest {
  @IdField(site)
  site: string;
}
