import { Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { OwnInvitationResponse } from '#libs/accounts/members/invitations.dto';
import { InvitationsService } from '#libs/accounts/members/invitations.service';

@ApiTags('Members')
@Controller('users/@me/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Operation({
    summary: 'List the invitations for you',
    description: 'Sites that asked you to become a member, by your email address.',
    access: 'session',
    response: [OwnInvitationResponse],
    addition: true,
  })
  list(@CurrentCaller() caller: Caller): Promise<OwnInvitationResponse[]> {
    return this.invitations.list(caller);
  }

  @Post(':invitationId/accept')
  @ApiParam({ name: 'invitationId' })
  @Operation({
    summary: 'Accept an invitation',
    description: 'You are a member of the site from then on.',
    access: 'session',
    response: SuccessResponse,
    addition: true,
    errors: ['not_found'],
  })
  async accept(@CurrentCaller() caller: Caller, @IdParam('invitationId') id: string): Promise<SuccessResponse> {
    await this.invitations.accept(caller, id);
    return { success: true };
  }

  @Post(':invitationId/decline')
  @ApiParam({ name: 'invitationId' })
  @Operation({
    summary: 'Decline an invitation',
    access: 'session',
    response: SuccessResponse,
    addition: true,
    errors: ['not_found'],
  })
  async decline(@CurrentCaller() caller: Caller, @IdParam('invitationId') id: string): Promise<SuccessResponse> {
    await this.invitations.decline(caller, id);
    return { success: true };
  }
}
