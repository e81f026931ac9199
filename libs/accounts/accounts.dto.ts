import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { BooleanField, EmailField, SecretField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';

export class LogInRequest {
  @EmailField({ example: 'owner@lodge.example' })
  email: string;

  @SecretField({ example: DEMO_PASSWORD })
  password: string;

  @SecretField({
    optional: true,
    description: 'Changes the password in the same step and ends every other session',
    example: undefined,
  })
  new_password?: string;

  @BooleanField({
    optional: true,
    description: 'With new_password: also ends your API keys and the links of your calendars',
    example: undefined,
  })
  end_api_keys?: boolean;
}

export class HintRequest {
  @IdField({ description: 'The site that was used last; one of your own' })
  site_id: string;
}

export class RefreshResponse {
  @BooleanField({ description: 'Whether a new access credential was set', example: true })
  access: boolean;
}

export class ProfileResponse {
  @IdField()
  _id: string;

  @EmailField({ example: 'owner@lodge.example' })
  email: string;

  @TextField({ max: 100, example: 'Olive' })
  first_name: string;

  @TextField({ max: 100, example: 'Owner' })
  last_name: string;

  @TextField({
    max: 2000,
    description: 'A picture; a generated one when none was uploaded',
    example: 'data:image/svg+xml,…',
  })
  photo_url: string;

  @IdField({ optional: true, description: 'The site that was used last' })
  last_site?: string;
}

export class RequestPasswordResetRequest {
  @EmailField({ example: 'viewer@lodge.example' })
  email: string;
}

export class ResetPasswordRequest {
  @SecretField({ description: 'The token of the mail' })
  token: string;

  @SecretField({ description: 'The new password' })
  password: string;

  @TextField({
    max: 100,
    optional: true,
    description: 'For an invitation that does not say your name',
    example: undefined,
  })
  first_name?: string;

  @TextField({ max: 100, optional: true, description: 'As first_name', example: undefined })
  last_name?: string;
}
