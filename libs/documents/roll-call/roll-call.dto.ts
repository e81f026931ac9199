import { BooleanField, EnumField, IntegerField, TextField } from '#libs/core/http/fields'; // prettier-ignore
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { type Paper, PAPERS } from '#libs/documents/page';
import { MarkResponse } from '#libs/students/students.dto';

export class RollCallQuery {
  @IdField({
    of: 'location',
    foundByService: true,
    optional: true,
    description: 'A building, floor or flat: only it and what is below it',
  })
  location_tree?: string;
}

export class RollCallDocumentQuery extends RollCallQuery {
  @BooleanField({ optional: true, query: true, default: false, description: 'Whether each row shows the picture' })
  include_photo = false;

  @EnumField(PAPERS, { optional: true, default: 'a4' })
  paper: Paper = 'a4';
}

const count = { min: 0, max: 2_147_483_647, example: 1 };

export class PresentPersonResponse {
  @IdField({ description: 'The student' }) _id: string;
  @TextField({ max: 255, example: 'Byron, Ada' }) record_name: string;
  @TextField({ max: 64, example: 'KC00018' }) student_id: string;
  @IdField() booking: string;
  @TextField({ max: 16, example: '7K3QF2A' }) reference: string;
  @BooleanField({ description: 'False for additional people of a booking' }) lead: boolean;
  @TextField({ max: 2000, nullable: true }) photo_url: string | null;
  @ListField(() => MarkResponse, { description: 'Flags of people who need help in an evacuation' })
  evacuation: MarkResponse[];
}

export class PresentRoomResponse {
  @IdField() location: string;
  @TextField({ max: 2000, nullable: true, example: 'Flat 3 · Room B', description: 'Below the building' })
  name: string | null;
  @TextField({ max: 100, nullable: true, example: 'N-101' }) code: string | null;
  @ListField(() => PresentPersonResponse) people: PresentPersonResponse[];
}

export class PresentFloorResponse {
  @TextField({ max: 100, nullable: true, example: '1' }) floor: string | null;
  @IntegerField(count) count: number;
  @ListField(() => PresentRoomResponse) rooms: PresentRoomResponse[];
}

export class PresentBuildingResponse {
  @IdField({ description: 'The location at the top' }) _id: string;
  @TextField({ max: 100, example: 'North House' }) name: string;
  @IntegerField(count) count: number;
  @ListField(() => PresentFloorResponse) floors: PresentFloorResponse[];
}

export class RollCallResponse {
  @IdField() site: string;
  @TextField({ max: 100, example: 'Kings Court' }) site_name: string;
  @InstantField({ description: 'The moment that it shows' }) generated_at: string;
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0, description: 'How old it is, in seconds' })
  age_seconds: number;
  @BooleanField({ description: 'Whether it is the kept one, because the database is unavailable' }) kept: boolean;
  @IntegerField({ ...count, description: 'People in house' }) count: number;
  @IntegerField({ ...count, example: 0, description: 'How many of these need help in an evacuation' })
  evacuation_count: number;
  @ListField(() => PresentBuildingResponse) buildings: PresentBuildingResponse[];
}
