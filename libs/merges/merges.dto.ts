import { IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField, IdListField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { StudentResponse } from '#libs/students/students.dto';

export class MergeStudentRequest {
  @IdField({ of: 'student', description: 'The other record of the same person' })
  student: string;
}

export class UndoMergeRequest {
  @IdField({ of: 'student', isMerged: true, description: 'The record that is no more' })
  student: string;
}

export class MergeResponse {
  @ObjectField(() => StudentResponse, { description: 'The record that stays' }) student: StudentResponse;
  @IdField({ description: 'The record that is no more' }) merged: string;
  @IntegerField({ min: 0, max: 1_000_000, description: 'How many bookings name the record that stays instead' })
  bookings: number;
  @InstantField({ description: 'Until when it can be undone' }) undo_until: string;
}

export class NotRestoredResponse {
  @TextField({ max: 100, example: 'email' }) field: string;
  @TextField({ max: 254, example: 'ada@students.example', description: 'What the record had before the merge' })
  value: string;
  @IdField({ description: 'Who has it now' }) person: string;
  @TextField({ max: 1_000, example: 'Byron, Ada (KC00018) has this email by now and keeps it.' }) reason: string;
}

export class UndoMergeResponse {
  @ObjectField(() => StudentResponse, { description: 'The record that stayed' }) student: StudentResponse;
  @ObjectField(() => StudentResponse, { description: 'The record that was restored' }) restored: StudentResponse;
  @IntegerField({ min: 0, max: 1_000_000, description: 'How many bookings name it again' }) bookings: number;
  @IdListField({ max: 1_000, description: 'Bookings that now name another person, and were not changed' })
  left_alone: string[];
  @ListField(() => NotRestoredResponse, { max: 10, description: 'What the restored record could not get back' })
  not_restored: NotRestoredResponse[];
}
