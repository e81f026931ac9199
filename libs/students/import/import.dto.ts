import { EXAMPLE } from '#libs/core/http/examples';
import { BooleanField, EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { ListField, NameListField, ValuesField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { freeKeys } from '#libs/core/http/reserved-keys';
import { RowsField } from '#libs/core/http/rows-field';
import { ENCODINGS } from '#libs/core/csv/encodings';
import { SHEET } from '#libs/core/xlsx/sheet-field';
import { StudentWarningResponse, WarningsField } from '#libs/students/duplicates.dto';
import { STUDENT_TYPES, type StudentType } from '#libs/students/student.entity';
import { CAUSES, type Cause } from '#libs/students/import/rows';

/** The most rows that one import may have. */
export const MOST_ROWS = 20_000;

export const IMPORT_TYPES = ['full', 'partial'] as const;

export class ImportRowRequest {
  @TextField({ max: 254, optional: true, nullable: true, example: 'grace.hopper@students.example' })
  email?: string | null;

  @TextField({ max: 100, example: 'Grace' })
  first_name: string;

  @TextField({
    max: 100,
    min: 0,
    optional: true,
    nullable: true,
    example: 'Hopper',
    description:
      'A new person may do without it, with a student id or an email; of others it stays as it is when absent',
  })
  last_name?: string | null;

  @TextField({
    max: 2000,
    example: 'M-101',
    description: 'An id, a code, a name that only one location has, or a path',
  })
  location: string;

  @TextField({ max: 64, optional: true, nullable: true, example: 'KC09999', description: 'Made when absent' })
  student_id?: string | null;

  @TextField({
    max: 50,
    optional: true,
    nullable: true,
    example: '2005-03-14',
    description:
      'A day from 1900 until ten years ago, or the day that the record has; a text that can be read in two ways, such as 03/04/2005, is read like the ' +
      'other rows',
  })
  date_of_birth?: string | null;

  @EnumField(STUDENT_TYPES, { optional: true, description: 'For a new person `student` when absent' })
  type?: StudentType;
}

export class ImportStudentsRequest {
  @EnumField(IMPORT_TYPES, {
    example: 'partial',
    description:
      '`full`: students who are not on the list become inactive; `partial`: only students who are on the list are ' +
      'changed',
  })
  type: (typeof IMPORT_TYPES)[number];

  @RowsField(() => ImportRowRequest, MOST_ROWS, {
    // An empty list has an error of its own.
    mayBeEmpty: true,
    minItems: 1,
    description:
      'A row that cannot be imported becomes an exception and stops no other. Further fields are read like the columns of a file.',
  })
  students: unknown[];

  @freeKeys
  @ValuesField({
    optional: true,
    example: undefined,
    description:
      'Declares the columns of a file, or further fields of rows, by name: the name of a field, or `ignore`. ' +
      'Resolves `unread_column`.',
  })
  columns?: Record<string, unknown>;

  @BooleanField({ optional: true, default: false, description: 'Returns what would happen, and writes nothing' })
  dry_run?: boolean;

  @IntegerField({
    min: 0,
    max: 1_000_000_000,
    optional: true,
    description: 'How many students a full import may deactivate, when they are many: exactly as many as it would',
  })
  confirm_deactivations?: number;
}

/** The parameters that are sent with a file: in the query, or in the other fields of a form. */
export class ImportStudentsQuery {
  @EnumField(IMPORT_TYPES, { optional: true, example: undefined, description: 'For a file: `type` of the body' })
  type?: (typeof IMPORT_TYPES)[number];

  @BooleanField({ optional: true, query: true, description: 'For a file: `dry_run` of the body' })
  dry_run?: boolean;

  @IntegerField({
    ...{ min: 0, max: 1_000_000_000, optional: true, query: true, example: undefined },
    description: 'For a file: `confirm_deactivations` of the body',
  })
  confirm_deactivations?: number;

  @TextField({
    max: 100_000,
    optional: true,
    example: undefined,
    description: 'For a file: `columns` of the body, as JSON, such as `{"Course": "ignore", "Haus": "location"}`',
  })
  columns?: string;

  @TextField(SHEET)
  sheet?: string;

  @EnumField(ENCODINGS, {
    optional: true,
    example: undefined,
    description:
      'The encoding of a CSV file. When absent, the encoding that its bytes prove (UTF-8, UTF-16); otherwise the ' +
      'file is refused, and the error asks for it.',
  })
  encoding?: string;
}

export class ImportedStudentResponse {
  @IdField({ example: EXAMPLE.student, description: '"" when a dry run would make it' }) _id: string;
  @TextField({ max: 254, min: 0, description: '"" when there is none' }) email: string;
  @TextField({ max: 100, example: 'Grace' }) first_name: string;
  @TextField({ max: 100, min: 0, example: 'Hopper' }) last_name: string;
  @IdField({ example: EXAMPLE.building }) location: string;
  @TextField({ max: 64, min: 0, example: 'KC09999', description: '"" when a dry run would make it' })
  student_id: string;
  @IdField({ example: EXAMPLE.site }) site: string;
  @BooleanField({ description: 'false: was not on a full list' }) active: boolean;
}

const sent = { max: 20_000_000, min: 0, pattern: '^[\\s\\S]*$', description: 'As it was sent; "" when it was no text' };

export class ImportExceptionResponse {
  @TextField(sent) email: string;
  @TextField(sent) first_name: string;
  @TextField(sent) last_name: string;
  @TextField(sent) location: string;
  @TextField(sent) student_id: string;
  @EnumField(CAUSES) cause: Cause;
  @TextField({ max: 36, min: 0, description: 'The student it is about; "" when there is none' })
  existing_record_id: string;
}

export class ImportStudentsResponse {
  @IdField({
    nullable: true,
    description: 'To read it again and to undo it; null in a dry run, and when nothing was changed',
  })
  import_id: string | null;
  @NameListField({
    max: 1000,
    optional: true,
    example: ['Course'],
    description: 'Unknown columns, or further fields of rows, that have filled cells; absent if there are none',
  })
  unread_columns?: string[];
  @WarningsField() warnings?: StudentWarningResponse[];
  @ListField(() => ImportedStudentResponse, {
    max: 0,
    description:
      'The students on the list, in its order, whether new, changed or unchanged; then those who were deactivated.',
  })
  students: ImportedStudentResponse[];
  @ListField(() => ImportExceptionResponse, {
    max: 0,
    description: 'Rows that were not imported; then students kept active',
  })
  exceptions: ImportExceptionResponse[];
}
