import { EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { AnyListField, ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { ACTOR_TYPES, type ActorType } from '#libs/accounts/access/access';
import { SUBJECT_KINDS, type SubjectKind } from '#libs/accounts/audit/audit';

export class AuditQuery {
  @TextField({ max: 36, optional: true, description: 'The id of a user or an API key: what they did' }) actor?: string;
  @TextField({ max: 36, optional: true, description: 'The id of a record: what was done to it' }) resource?: string;
  @EnumField(SUBJECT_KINDS, { optional: true, description: 'The kind of the record' }) kind?: SubjectKind;
  @TextField({ max: 100, optional: true, example: 'student.updated', description: 'The action' }) action?: string;
  @InstantField({ optional: true, description: 'From then on' }) from?: string;
  @InstantField({ optional: true, description: 'Before then' }) to?: string;

  @IntegerField({ min: 1, max: 200, optional: true, query: true, default: 50, example: 50 })
  limit?: number;

  @TextField({ max: 36, optional: true, description: 'next_cursor of the page before' }) cursor?: string;
}

export class AuditActor {
  @EnumField(ACTOR_TYPES) type: ActorType;
  @IdField({ nullable: true }) _id: string | null;
  @TextField({ max: 400, example: 'Ada Admin' }) name: string;
}

export class AuditResource {
  @EnumField(SUBJECT_KINDS) kind: SubjectKind;
  @IdField() _id: string;
}

export class AuditEventResponse {
  @IdField() _id: string;
  @IdField({ nullable: true, description: 'Null for events of an account' }) site: string | null;
  @InstantField() at: string;
  @ObjectField(() => AuditActor) actor: AuditActor;
  @TextField({ max: 100, example: 'member.role_changed' }) action: string;
  @ObjectField(() => AuditResource) resource: AuditResource;
  @AnyListField({
    description: '`field`, `from`, `to`; empty for events that change nothing, such as a log-in or an export',
  })
  changes: { field: string; from: unknown; to: unknown }[];
  @InstantField({ nullable: true, description: 'When values were removed because the person was erased' })
  emptied_at: string | null;
  @TextField({ max: 200, nullable: true, example: null }) request_id: string | null;
}

export class AuditPage {
  @ListField(() => AuditEventResponse, { description: 'The latest first' }) data: AuditEventResponse[];
  @TextField({ max: 36, nullable: true, example: null, description: 'For the next page; null on the last' })
  next_cursor: string | null;
}
