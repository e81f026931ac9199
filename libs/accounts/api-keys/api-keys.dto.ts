import { EnumField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { type Role, ROLES } from '#libs/accounts/access/permissions';

export class ApiKeyScopeField {
  @IdField({ description: 'One of your sites', example: EXAMPLE.site }) site: string;
  @EnumField(ROLES, { description: 'At most your own role there', example: 'viewer' }) role: Role;
}

export class CreateApiKeyRequest {
  @TextField({ max: 100, example: 'Nightly report', description: 'Its purpose; trails name it' })
  name: string;

  @ListField(() => ApiKeyScopeField, { min: 1, max: 100, description: 'A role for each site; each site once' })
  scopes: ApiKeyScopeField[];

  @InstantField({
    optional: true,
    nullable: true,
    example: '2027-06-30T12:00:00Z',
    description:
      'When it ends, at most a year from now; absent or null: then (the operator may have set another limit)',
  })
  expires_at?: string | null;
}

export class ApiKeyResponse {
  @IdField() _id: string;
  @TextField({ max: 100, example: 'Nightly report' }) name: string;
  @TextField({ max: 20, example: 'lodge_Xk3v9Q', description: 'The first characters of the key' }) prefix: string;
  @ListField(() => ApiKeyScopeField) scopes: ApiKeyScopeField[];
  @InstantField() created_at: string;
  @InstantField({ nullable: true, example: null }) expires_at: string | null;
  @InstantField({ nullable: true, description: 'To the minute' }) last_used_at: string | null;
}

export class CreatedApiKeyResponse extends ApiKeyResponse {
  @TextField({
    max: 100,
    example: 'lodge_Xk3v9Qn0oVb8cZyD2mE5rT7uW1sA4fHjKlPqIgYtRx6',
    description: 'Shown here only. Send it as `Authorization: Bearer`',
  })
  key: string;
}
