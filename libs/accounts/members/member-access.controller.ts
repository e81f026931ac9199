import { Controller, Delete, Get } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { ApiKeyResponse } from '#libs/accounts/api-keys/api-keys.dto';
import { MemberAccessService } from '#libs/accounts/members/member-access.service';
import { OwnSessionResponse } from '#libs/accounts/sessions/own-sessions.dto';

@ApiTags('Members')
@ApiParam({ name: 'siteId' })
@ApiParam({ name: 'userId' })
@Controller('sites/:siteId/members/:userId')
export class MemberAccessController {
  constructor(private readonly members: MemberAccessService) {}

  @Get('sessions')
  @Operation({
    summary: 'List the sessions of a member',
    access: 'member.write',
    response: [OwnSessionResponse],
    addition: true,
  })
  sessions(@Access() access: SiteAccess, @IdParam('userId') id: string): Promise<OwnSessionResponse[]> {
    return this.members.sessions(access, id);
  }

  @Delete('sessions')
  @Operation({
    summary: 'End all sessions of a member',
    description: 'At once, everywhere: a session is not of one site. They can log in again, unless they are suspended.',
    access: 'member.write',
    response: SuccessResponse,
    addition: true,
  })
  async endSessions(@Access() access: SiteAccess, @IdParam('userId') id: string): Promise<SuccessResponse> {
    await this.members.endSessions(access, id);
    return { success: true };
  }

  @Delete('sessions/:sessionId')
  @ApiParam({ name: 'sessionId' })
  @Operation({
    summary: 'End one session of a member',
    access: 'member.write',
    response: SuccessResponse,
    addition: true,
    errors: ['not_found'],
  })
  async endSession(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @IdParam('sessionId') sessionId: string,
  ): Promise<SuccessResponse> {
    await this.members.endSessions(access, id, sessionId);
    return { success: true };
  }

  @Get('api-keys')
  @Operation({
    summary: 'List the API keys of a member for this site',
    access: 'member.write',
    response: [ApiKeyResponse],
    addition: true,
  })
  apiKeys(@Access() access: SiteAccess, @IdParam('userId') id: string): Promise<ApiKeyResponse[]> {
    return this.members.apiKeys(access, id);
  }

  @Delete('api-keys/:keyId')
  @ApiParam({ name: 'keyId' })
  @Operation({
    summary: 'End an API key of a member for this site',
    description:
      'The key stops working at once in this site. A key that is also valid for other sites remains valid there.',
    access: 'member.write',
    response: SuccessResponse,
    addition: true,
    errors: ['not_found'],
  })
  async endApiKey(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @IdParam('keyId') keyId: string,
  ): Promise<SuccessResponse> {
    await this.members.endApiKey(access, id, keyId);
    return { success: true };
  }
}
