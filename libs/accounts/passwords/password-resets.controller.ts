import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Database } from '#libs/core/database/database';
import { AcceptLanguage } from '#libs/core/languages/accept-language';
import type { Language } from '#libs/core/languages/catalogue';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { RequestPasswordResetRequest, ResetPasswordRequest } from '#libs/accounts/accounts.dto';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { PasswordResetsService } from '#libs/accounts/passwords/password-resets.service';
import { accountKey, RateLimits } from '#libs/accounts/limits/rate-limits';

@ApiTags('Sessions and users')
@Controller('users/password-reset')
export class PasswordResetsController {
  constructor(
    private readonly database: Database,
    private readonly resets: PasswordResetsService,
    private readonly limits: RateLimits,
  ) {}

  @Post('request')
  @Operation({
    summary: 'Ask for a mail to set a new password',
    description: 'Also succeeds for an unknown email, with the same response time.',
    access: 'public',
    rateLimit: 'log_in',
    response: SuccessResponse,
    example: { email: 'viewer@lodge.example' },
  })
  async request(
    @Req() request: FastifyRequest,
    @Body() body: RequestPasswordResetRequest,
    @AcceptLanguage() language?: Language,
  ): Promise<SuccessResponse> {
    await this.limits.take(request, 'reset', await accountKey(this.database, body.email));
    this.resets.request(body.email, language);
    return { success: true };
  }

  @Post('reset')
  @Operation({
    summary: 'Set a new password with the token of the mail',
    description:
      'Ends every session and API key of the user, and the links of the calendars that they made. With the token of an ' +
      'invitation it makes the account and accepts.',
    access: 'public',
    rateLimit: 'log_in',
    response: SuccessResponse,
    errors: ['reset_token_invalid', 'weak_password', 'overloaded'],
    example: { token: 'the-token-in-the-link-of-the-mail', password: 'a lodge is not a lock' },
  })
  async reset(@Body() body: ResetPasswordRequest): Promise<SuccessResponse> {
    await this.resets.reset(body);
    return { success: true };
  }
}
