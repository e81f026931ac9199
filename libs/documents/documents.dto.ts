import { BooleanField, EnumField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { type Paper, PAPERS } from '#libs/documents/page';
import { StudentFilterQuery } from '#libs/students/students.dto';
import { STUDENT_ORDERS, type StudentOrder } from '#libs/students/student-order';

export class StudentsDocumentQuery extends StudentFilterQuery {
  @BooleanField({ optional: true, query: true, default: true, description: 'Whether active or inactive people' })
  override active = true;

  @EnumField(STUDENT_ORDERS, { optional: true, default: 'last_name', description: 'The order on each floor' })
  sortBy?: StudentOrder;

  @BooleanField({ optional: true, query: true, default: false, description: 'Whether each row shows the picture' })
  includePhoto = false;

  @EnumField(PAPERS, { optional: true, default: 'a4', description: 'An addition to the base interface' })
  paper: Paper = 'a4';
}

export class SiteQuery {
  @IdField({ example: EXAMPLE.site, description: 'The site' })
  site: string;
}

export class MailConfirmationRequest {
  @IdField({ example: EXAMPLE.site, description: 'The site' })
  site: string;

  @EnumField(PAPERS, { optional: true, default: 'a4' })
  paper?: Paper;
}

export class DeparturesDocumentQuery {
  @DateField({ optional: true, description: 'The day; today when absent' })
  on?: string;

  @IdField({ of: 'location', mustExist: true, optional: true, description: 'Of this building and everything below it' })
  location_tree?: string;

  @EnumField(PAPERS, { optional: true, default: 'a4' })
  paper: Paper = 'a4';
}

export class BookingDocumentQuery extends SiteQuery {
  @EnumField(PAPERS, { optional: true, default: 'a4' })
  paper: Paper = 'a4';
}
