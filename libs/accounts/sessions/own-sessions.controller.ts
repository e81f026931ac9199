import { Controller, Delete, Get } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { Clock } from '#libs/core/time/clock';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { OwnSessionResponse } from '#libs/accounts/sessions/own-sessions.dto';
import { endOtherSessions, endOwnSession, listSessions } from '#libs/accounts/sessions/sessions.queries';

@ApiTags('Sessions and users')
@Controller('users/@me/sessions')
export class OwnSessionsController {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({ summary: 'List your sessions', access: 'session', response: [OwnSessionResponse], addition: true })
  list(@CurrentCaller() { userId, sessionId }: Caller): Promise<OwnSessionResponse[]> {
    return listSessions(this.database, userId, sessionId ?? null, this.clock.now());
  }

  @Delete()
  @Operation({
    summary: 'End all your other sessions',
    description: 'At once, everywhere; this one stays.',
    access: 'session',
    response: SuccessResponse,
    addition: true,
  })
  async endOthers(@CurrentCaller() { userId, sessionId }: Caller): Promise<SuccessResponse> {
    await endOtherSessions(this.database, userId, sessionId as string, this.clock.now(), 'ended_by_user');
    return { success: true };
  }

  @Delete(':sessionId')
  @ApiParam({ name: 'sessionId' })
  @Operation({
    summary: 'End one of your sessions',
    description: 'At once, everywhere.',
    access: 'session',
    response: SuccessResponse,
    addition: true,
    errors: ['not_found'],
  })
  async end(@CurrentCaller() { userId }: Caller, @IdParam('sessionId') id: string): Promise<SuccessResponse> {
    if (!(await endOwnSession(this.database, userId, id, this.clock.now(), 'ended_by_user')))
      throw new NotFound('The session');
    return { success: true };
  }
}
