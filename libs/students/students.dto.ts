import { IntersectionType } from '@nestjs/swagger';
import { ExportOptions } from '#libs/core/csv/export.dto';
import {
  BooleanField,
  ColourField,
  EmailField,
  EnumField,
  IntegerField,
  ObjectField,
  TextField,
} from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { CommaIdsField, IdField, IdListField, TakesCodes } from '#libs/core/http/id-fields';
import { AsOfField, BirthDateField, InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { StudentWarningResponse, WarningsField } from '#libs/students/duplicates.dto';
import { STUDENT_ORDERS, type StudentOrder } from '#libs/students/student-order';
import { STUDENT_TYPES, type StudentType } from '#libs/students/student.entity';
import { OptionalLastName } from '#libs/students/last-name-field';

const site = { example: EXAMPLE.site, description: 'The site' };
const location = {
  max: 255,
  example: EXAMPLE.building,
  description: 'An id; the exact code or name of one location will do, also as `code:…`',
};

export class CreateStudentRequest {
  @IdField(site)
  site: string;

  @TextField({ max: 100, example: 'Grace' })
  first_name: string;

  @OptionalLastName()
  last_name?: string;

  @TakesCodes('location')
  @TextField(location)
  location: string;

  @EmailField({ optional: true, example: 'grace.hopper@students.example' })
  email?: string;

  @BirthDateField({ optional: true, description: 'Another person with the same name and the same date is a warning' })
  date_of_birth?: string;

  @TextField({ max: 64, optional: true, example: 'KC09999', description: 'Made when absent' })
  student_id?: string;

  @EnumField(STUDENT_TYPES, { optional: true, default: 'student', example: 'student' })
  type?: StudentType;
}

export class UpdateStudentRequest {
  @TextField({ max: 100, example: 'Zoë' })
  first_name: string;

  @TextField({
    max: 100,
    min: 0,
    optional: true,
    example: 'Ångström',
    description: 'Empty for a person with one name; stays when absent',
  })
  last_name?: string;

  @TakesCodes('location')
  @TextField({ ...location, min: 0, description: `${location.description}; empty for nowhere` })
  location: string;

  @EmailField({ optional: true, nullable: true, description: 'null clears' })
  email?: string | null;

  @BirthDateField({ optional: true, nullable: true, description: 'null clears' })
  date_of_birth?: string | null;

  @TextField({ max: 64, optional: true })
  student_id?: string;

  @BooleanField({ optional: true })
  active?: boolean;

  @BooleanField({ optional: true, description: 'Needs `student.welfare`; false clears the state' })
  welfare_flag?: boolean;

  @IdListField({ of: 'flag', max: 50, optional: true, description: 'Replaces all flags' })
  flags?: string[];

  @IdField({
    of: 'welfare_state',
    optional: true,
    nullable: true,
    description: 'Needs `student.welfare`; a state sets the flag',
  })
  welfare_state?: string | null;
}

/** Which students a list, an export or a printed list has. */
export class StudentFilterQuery {
  @IdField({
    of: 'location',
    mustExist: true,
    optional: true,
    description:
      'A building, floor or flat: the people who live in it or below it, by their home; with `in_house=true` those who are in house there',
  })
  location_tree?: string;

  @BooleanField({
    optional: true,
    query: true,
    description: 'Only people who are in house now, or only those who are not',
  })
  in_house?: boolean;

  @CommaIdsField({
    of: 'flag',
    max: 50,
    optional: true,
    description: 'Any of these flags, separated by commas: those of the person, not of their bookings',
  })
  flags?: string[];

  @TextField({ min: 2, max: 100, optional: true, description: 'Part of a name, email or student id' })
  q?: string;

  @BooleanField({ optional: true, query: true, description: 'Only active people, or only inactive ones' })
  active?: boolean;
}

export class ReadStudentQuery {
  @AsOfField()
  as_of?: string;
}

export class ListStudentsQuery extends StudentFilterQuery {
  @IntegerField({ min: 1, max: 1000, optional: true, query: true, description: 'All when absent' })
  limit?: number;

  @IntegerField({ min: 0, max: 1_000_000, optional: true, query: true, default: 0 })
  skip = 0;
}

export class ExportStudentsQuery extends IntersectionType(ExportOptions, StudentFilterQuery) {
  @EnumField(STUDENT_ORDERS, { optional: true, default: 'last_name' })
  sortBy?: StudentOrder;
}

export class StudentCreatedResponse {
  @IdField({ example: EXAMPLE.student }) _id: string;
  @IdField(site) site: string;
  @EmailField({ optional: true }) email?: string;
  @BirthDateField({ optional: true }) date_of_birth?: string;
  @TextField({ max: 100, example: 'Grace' }) first_name: string;
  @TextField({ max: 100, min: 0, example: 'Hopper' }) last_name: string;
  @IdField({ example: EXAMPLE.building }) location: string;
  @TextField({ max: 64, example: 'KC09999' }) student_id: string;
  @TextField({ max: 202, example: 'Hopper, Grace' }) record_name: string;
  @EnumField(STUDENT_TYPES) type: StudentType;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;
  @TextField({ max: 2000, optional: true }) photo_url?: string;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @WarningsField() warnings?: StudentWarningResponse[];
}

export class MarkResponse {
  @IdField() _id: string;
  @TextField({ max: 100, example: 'Step-free room' }) name: string;
  @ColourField() colour: string;
}

export class StudentResponse {
  @IdField({ example: EXAMPLE.student }) _id: string;
  @TextField({ max: 100, example: 'Zoë' }) first_name: string;
  @TextField({ max: 100, min: 0, example: 'Ångström', description: 'Empty for a person with one name' })
  last_name: string;
  @TextField({ max: 202, example: 'Ångström, Zoë' }) record_name: string;
  @TextField({ max: 64, optional: true, example: 'KC00001' }) student_id?: string;
  @IdField({ example: EXAMPLE.building, description: 'Where the person lives; empty after they have left' })
  location: string;
  @TextField({ max: 50, optional: true, description: 'The floor of the location' }) floor?: string;
  @EmailField({ optional: true }) email?: string;
  @BirthDateField({ optional: true, description: 'Only with `student.birth_date`' }) date_of_birth?: string;
  @TextField({ max: 2000, optional: true }) photo_url?: string;
  @IdField(site) site: string;
  @EnumField(STUDENT_TYPES) type: StudentType;
  @BooleanField() active: boolean;
  @BooleanField({ description: 'Always false without `student.welfare`' }) welfare_flag: boolean;
  @ObjectField(() => MarkResponse, { optional: true, description: 'Only with `student.welfare`' })
  welfare_state?: MarkResponse;
  @ListField(() => MarkResponse) flags: MarkResponse[];
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;
}

export class ChangedStudentResponse extends StudentResponse {
  @WarningsField() warnings?: StudentWarningResponse[];
}
