import { BooleanField, EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { ListField } from '#libs/core/http/list-fields';
import { STUDENT_TYPES, type StudentType } from '#libs/students/student.entity';

export class SearchPeopleQuery {
  @TextField({ min: 2, max: 100, example: 'angstrom', description: 'Part of a name, email or student id' })
  q: string;

  @BooleanField({ optional: true, query: true, description: 'Only active people, or only inactive ones' })
  active?: boolean;

  @IntegerField({ min: 1, max: 200, query: true, optional: true, default: 50 })
  limit = 50;

  @IntegerField({ min: 0, max: 10_000, query: true, optional: true, default: 0 })
  skip = 0;
}

/** A person who was found, with the fields that distinguish them from others of the same name. */
export class FoundPersonResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @TextField({ max: 100, example: 'Kings Court' }) site_name: string;
  @TextField({ max: 64, example: 'KC00018' }) student_id: string;
  @TextField({ max: 202, example: 'Byron, Ada' }) record_name: string;
  @TextField({ max: 254, nullable: true, example: 'ada@uni.example' }) email: string | null;
  @EnumField(STUDENT_TYPES) type: StudentType;
  @BooleanField() active: boolean;
  @IdField({ nullable: true, description: 'Where they live' }) location: string | null;
  @TextField({ max: 100, nullable: true, example: 'Room 101' }) location_name: string | null;
}

export class FoundPeopleResponse {
  @ListField(() => FoundPersonResponse) data: FoundPersonResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1 }) total: number;
  @BooleanField({ description: 'Nobody has this text: these people are spelt nearly so' }) similar: boolean;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
}
