import { ISSUE_CODES, type IssueCode } from '#libs/booking-import/issues';
import { ImportRememberedResponse } from '#libs/booking-import/columns/mappings.dto';
import { MOST_ROWS } from '#libs/core/csv/file-rows';
import { AnyField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { AnyListField, ListField, NameListField } from '#libs/core/http/list-fields';
import { InstantField } from '#libs/core/http/time-fields';

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
  @NameListField({ max: 1000, example: [], description: 'Not read, because a user declared the column as ignored' })
  ignored: string[];
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
  @IntegerField({ min: 0, max: 2147483647, example: 0 }) row_index: number;
  @EnumField(['ready', 'needs_decision', 'error', 'duplicate']) state: string;
  @AnyField({
    description:
      'The filled cells as they came, by field, or by header where a column is not read; a commit takes them so',
  })
  values: object;
  @AnyField({ description: 'The cells as they were read; null where a cell could not be read' }) normalized: object;
  @AnyField({ description: '`match`, `person_id`, `score`, `matched_on` and up to five `candidates`' }) person: object;
  @AnyField({ description: 'The same for the room' }) location: object;
  @AnyField({ nullable: true, description: '`value`, `inferred` and the `reason`' }) status: object | null;
  @AnyListField({ description: 'Bookings in the way' }) conflicts: object[];
  @EnumField(['create', 'update', 'none']) planned: string;
  @IdField({ nullable: true, description: 'The booking that the row is about, or repeats' }) booking_id: string | null;
  @IntegerField({ min: 1, max: 2147483647, nullable: true, example: null, description: 'Its version' })
  booking_version: number | null;
  @AnyListField({ description: '`field`, `from`, `to`' }) changes: object[];
  @ListField(() => ImportIssueResponse, { max: 100 }) issues: ImportIssueResponse[];
}

export class ImportPreviewResponse {
  @IdField({ description: 'Within 24 hours a commit can name it in place of the rows' }) preview_id: string;
  @InstantField() generated_at: string;
  @ObjectField(() => ImportPreviewSummaryResponse) summary: ImportPreviewSummaryResponse;
  @ObjectField(() => ImportColumnsResponse) columns: ImportColumnsResponse;
  @AnyField({
    description: '`columns`, `date_order`, `date_system`, `stay_end` and `status_words` that this file was read with',
  })
  declared: object;
  @ObjectField(() => ImportRememberedResponse, {
    nullable: true,
    description: 'The part of it that was declared before, for a file with the same headers',
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
  @IntegerField({ min: 0, max: 2147483647, example: 0 }) row_index: number;
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
  @ObjectField(() => ImportUndoneResponse, { nullable: true, description: 'Its undo; null if none was requested' })
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
  @IntegerField({ min: 0, max: 2147483647, example: 0 }) row_index: number;
  @EnumField(['reversed', 'kept', 'blocked']) outcome: string;
  @TextField({ max: 500, nullable: true, example: 'The booking was changed since.' }) reason: string | null;
  @IdField({ nullable: true }) booking_id: string | null;
  @IdField({ nullable: true, description: 'The person whom the row created, or null' }) person_id: string | null;
  @EnumField(['removed', 'kept'], {
    nullable: true,
    description:
      'The result of the undo for this person: kept if the person was changed since, or has another live booking',
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
