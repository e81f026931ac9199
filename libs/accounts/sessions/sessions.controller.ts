import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { Body, Controller, Delete, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '#libs/core/config/config';
import { LogInRequest, RefreshResponse } from '#libs/accounts/accounts.dto';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { admit } from '#libs/accounts/limits/rate-limits';
import {
  accessCookie,
  clearSession,
  refreshCookie,
  setAccess,
  setRefresh,
} from '#libs/accounts/sessions/session-cookies';
import { LogInService } from '#libs/accounts/sessions/log-in.service';
import { type Credentials, SessionsService } from '#libs/accounts/sessions/sessions.service';

@ApiTags('Sessions and users')
@Controller('users/sessions')
export class SessionsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly attempts: LogInAttempts,
    private readonly logIns: LogInService,
  ) {}

  @Post()
  @Operation({
    summary: 'Log in',
    description:
      'Sets two cookies: the access credential and the refresh credential. Here on this page, run it once and the ' +
      'rest works.',
    access: 'public',
    rateLimit: 'log_in',
    response: SuccessResponse,
    example: { email: 'owner@lodge.example', password: DEMO_PASSWORD },
    errors: ['invalid_credentials', 'password_change_required', 'weak_password', 'overloaded'],
  })
  async logIn(
    @Body() body: LogInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessResponse> {
    const attempt = await this.attempts.begin(body.email);
    if (attempt) admit(request, attempt);
    const device = { address: request.ip, userAgent: request.headers['user-agent'] };
    const previous = request.cookies[refreshCookie(this.config)];
    this.setCookies(reply, await this.logIns.logIn(body, device, previous));
    return { success: true };
  }

  @Delete()
  @Operation({
    summary: 'Log out',
    description: 'Ends the session at once on every instance. Returns 200 also when there is no session.',
    access: 'public',
    rateLimit: 'renewal',
    response: SuccessResponse,
  })
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessResponse> {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    await this.sessions.logOut(
      request.cookies[refreshCookie(this.config)],
      request.cookies[accessCookie(this.config)] ?? bearer,
    );
    clearSession(reply, this.config);
    return { success: true };
  }

  @Post('refresh')
  @Operation({
    summary: 'Renew the access credential',
    description:
      'Rotates the refresh credential. `access` is false when the session is valid but the user has no site.',
    access: 'public',
    rateLimit: 'renewal',
    response: RefreshResponse,
    errors: ['unauthenticated', 'session_expired', 'session_reuse_detected'],
  })
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefreshResponse> {
    const credentials = await this.sessions.refresh(request.cookies[refreshCookie(this.config)]);
    this.setCookies(reply, credentials);
    return { access: credentials.access !== null };
  }

  private setCookies(reply: FastifyReply, { access, refresh }: Credentials): void {
    if (access) setAccess(reply, this.config, access);
    setRefresh(reply, this.config, refresh);
  }
}
