import { BooleanField, EmailField, EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { type Role, ROLES } from '#libs/accounts/access/permissions';

export class AddMemberRequest {
  @EmailField({ example: 'nadia@lodge.example' })
  email: string;

  @EnumField(ROLES, { example: 'reception' })
  role: Role;

  @TextField({
    max: 100,
    optional: true,
    example: 'Nadia',
    description: 'Used if no user has the email yet; if absent, the person is asked for it',
  })
  first_name?: string;

  @TextField({ max: 100, optional: true, example: 'Night', description: 'As first_name' })
  last_name?: string;
}

export const MEMBER_STATES = ['active', 'suspended', 'invited'] as const;

export class ChangeMemberRequest {
  @EnumField(ROLES, { example: 'viewer' })
  role: Role;
}

export class MemberResponse {
  @IdField({ example: EXAMPLE.member, description: 'The user; for a person who is only invited, the invitation' })
  _id: string;
  @EmailField({ example: 'viewer@lodge.example' }) email: string;
  @TextField({
    max: 100,
    min: 0,
    example: 'Victor',
    description: 'For a person who is only invited, as in the invitation',
  })
  first_name: string;
  @TextField({ max: 100, min: 0, example: 'Viewer' }) last_name: string;
  @EnumField(ROLES) role: Role;
  @EnumField(MEMBER_STATES, { example: 'active', description: 'Suspended members and invited people have no access' })
  state: (typeof MEMBER_STATES)[number];
  @BooleanField({ example: false }) disabled: boolean;
  @BooleanField({ example: false, description: 'Has not accepted, or not set a password yet' }) invited: boolean;
  @EnumField(['waiting', 'sent', 'failed'], {
    nullable: true,
    description: 'The state of the invitation mail; null when there was none, or 30 days after it ended.',
  })
  invitation_mail: 'waiting' | 'sent' | 'failed' | null;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;
}
