import { EnumField, ObjectField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { type Role, ROLES } from '#libs/accounts/access/permissions';

export class InvitingSite {
  @IdField({ example: EXAMPLE.site }) _id: string;
  @TextField({ max: 100, example: 'Kings Court' }) name: string;
}

export class OwnInvitationResponse {
  @IdField() _id: string;
  @ObjectField(() => InvitingSite) site: InvitingSite;
  @EnumField(ROLES) role: Role;
  @TextField({ max: 200, example: 'Ada Admin', description: 'The sender' }) invited_by: string;
  @InstantField() created_at: string;
  @InstantField({ description: 'Until when it can be accepted' }) expires_at: string;
}
