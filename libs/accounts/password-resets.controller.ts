import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { RequestPasswordResetRequest, ResetPasswordRequest } from '#libs/accounts/accounts.dto';
import { Operation } from '#libs/accounts/operation.decorator';
import { PasswordResetsService } from '#libs/accounts/password-resets.service';

@ApiTags('Sessions and users')
@Controller('users/password-reset')
export class PasswordResetsController {
  constructor(@Inject(PasswordResetsService) private readonly resets: PasswordResetsService) {}

  @Post('request')
  @Operation({
    summary: 'Ask for a mail to set a new password',
    description: 'Always succeeds, and takes as long for an unknown email.',
    access: 'public',
    answers: SuccessResponse,
    example: { email: 'viewer@lodge.example' },
    errors: ['malformed_json', 'unknown_field'],
  })
  request(@Body() body: RequestPasswordResetRequest): SuccessResponse {
    this.resets.request(body.email);
    return { success: true };
  }

  @Post('reset')
  @Operation({
    summary: 'Set a new password with the token of the mail',
    description: 'Works for invitations, too. Ends every session of the user.',
    access: 'public',
    answers: SuccessResponse,
    errors: ['malformed_json', 'unknown_field', 'reset_token_invalid', 'weak_password'],
    example: { token: 'the-token-in-the-link-of-the-mail', password: 'a lodge is not a lock' },
  })
  async reset(@Body() body: ResetPasswordRequest): Promise<SuccessResponse> {
    await this.resets.reset(body.token, body.password);
    return { success: true };
  }
}
