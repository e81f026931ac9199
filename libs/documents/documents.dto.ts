import {
  AnyField,
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '#libs/core/http/fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { DOCUMENT_KINDS, type DocumentKind, JOB_STATES, type JobState } from '#libs/documents/document-job.entity';
import { type Paper, PAPERS } from '#libs/documents/page';
import { STUDENT_ORDERS, type StudentOrder } from '#libs/students/student-order';

export class StudentsDocumentQuery {
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

export class BookingDocumentQuery extends SiteQuery {
  @EnumField(PAPERS, { optional: true, default: 'a4' })
  paper: Paper = 'a4';
}

export class DocumentProgressResponse {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1000 }) done: number;
  @IntegerField({ min: 0, max: 2_147_483_647, nullable: true, example: 2400 }) total: number | null;
  @TextField({ max: 50, nullable: true, example: 'printing' }) stage: string | null;
}

/** A document that is being made, or was. */
export class DocumentJobResponse {
  @IdField() _id: string;
  @EnumField(DOCUMENT_KINDS.map((kind) => `document.${kind}`)) kind: `document.${DocumentKind}`;
  @EnumField(JOB_STATES) state: JobState;
  @ObjectField(() => DocumentProgressResponse) progress: DocumentProgressResponse;
  @TextField({ max: 2000, nullable: true, description: 'Where the file is, for 24 hours' }) result_url: string | null;
  @AnyField({ nullable: true, description: 'Why it failed: code and detail' }) problem: object | null;
  @InstantField() created_at: string;
  @InstantField({ nullable: true }) finished_at: string | null;
}
