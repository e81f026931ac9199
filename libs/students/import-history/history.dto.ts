import { EnumField, IntegerField, ObjectField, TextField, ValueField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { IMPORT_TYPES } from '#libs/students/import/import.dto';

const count = { min: 0, max: 2_147_483_647, example: 1 };

export class StudentChangeResponse {
  @TextField({ max: 50, example: 'first_name' }) field: string;
  @ValueField({ nullable: true, example: 'Zoe' }) from: unknown;
  @ValueField({ nullable: true, example: 'Zoë' }) to: unknown;
}

export class ImportedRecordResponse {
  @IdField() _id: string;
  @EnumField(['created', 'changed', 'unchanged', 'deactivated']) action: string;
  @ListField(() => StudentChangeResponse, {
    max: 10,
    description: 'Empty after 30 days, or after the time that the installation is set to',
  })
  changes: StudentChangeResponse[];
  @EnumField(['reversed', 'kept', 'blocked'], {
    nullable: true,
    description: 'The result of its undo; null without one',
  })
  undo_outcome: string | null;
  @TextField({ max: 500, nullable: true, example: null }) undo_reason: string | null;
}

export class StudentImportSummaryResponse {
  @IntegerField(count) created: number;
  @IntegerField(count) changed: number;
  @IntegerField(count) unchanged: number;
  @IntegerField(count) deactivated: number;
}

export class StudentImportUndoneResponse {
  @InstantField() undone_at: string;
  @IntegerField(count) reversed: number;
  @IntegerField(count) kept: number;
  @IntegerField(count) blocked: number;
}

export class StudentImportResponse {
  @IdField() import_id: string;
  @IdField() site: string;
  @EnumField(IMPORT_TYPES) type: string;
  @InstantField() created_at: string;
  @IdField({ description: 'The user who imported it' }) created_by: string;
  @ObjectField(() => StudentImportSummaryResponse) summary: StudentImportSummaryResponse;
  @ObjectField(() => StudentImportUndoneResponse, { nullable: true }) undone: StudentImportUndoneResponse | null;
  @ListField(() => ImportedRecordResponse, {
    max: 0,
    description: 'In the order of the list; then those who were deactivated',
  })
  students: ImportedRecordResponse[];
}
