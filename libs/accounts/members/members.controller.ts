import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AcceptLanguage } from '#libs/core/languages/accept-language';
import type { Language } from '#libs/core/languages/catalogue';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { AddMemberRequest, ChangeMemberRequest, MemberResponse } from '#libs/accounts/members/members.dto';
import { MembersService } from '#libs/accounts/members/members.service';
import { Operation } from '#libs/accounts/access/operation.decorator';

@ApiTags('Members')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Operation({
    summary: 'List the members of a site',
    access: 'member.read',
    response: [MemberResponse],
    addition: true,
  })
  list(@Access() access: SiteAccess): Promise<MemberResponse[]> {
    return this.members.list(access);
  }

  @Post()
  @Operation({
    summary: 'Invite a person to a site',
    description:
      'Mails an invitation. The person becomes a member by accepting it. The response is the same whether the ' +
      'email belongs to a user or not. Until the invitation is accepted, it is in the list of members with the ' +
      'state `invited`, and can be changed and removed by its id.',
    access: 'member.write',
    response: MemberResponse,
    addition: true,
    example: { email: 'nadia@lodge.example', role: 'reception', first_name: 'Nadia', last_name: 'Night' },
    errors: ['already_member', 'already_invited'],
  })
  add(
    @Access() access: SiteAccess,
    @Body() body: AddMemberRequest,
    @AcceptLanguage() language?: Language,
  ): Promise<MemberResponse> {
    return this.members.add(access, body, language);
  }

  @Patch(':userId')
  @Operation({
    summary: 'Change the role of a member',
    description: 'Takes effect with the next request of the member.',
    access: 'member.write',
    response: MemberResponse,
    addition: true,
    example: { role: 'viewer' },
    errors: ['last_admin', 'version_mismatch'],
  })
  change(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Body() body: ChangeMemberRequest,
    @IfMatch() version?: number,
  ): Promise<MemberResponse> {
    return this.members.changeRole(access, id, body.role, version);
  }

  @Delete(':userId')
  @Operation({
    summary: 'Remove a member from a site',
    access: 'member.write',
    response: SuccessResponse,
    addition: true,
    errors: ['last_admin', 'version_mismatch'],
  })
  async remove(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.members.remove(access, id, version);
    return { success: true };
  }

  @Post(':userId/suspend')
  @ApiParam({ name: 'userId' })
  @Operation({
    summary: 'Suspend a member',
    description:
      'They have no access to the site, by session or key, from the next request on. Nothing changes at other sites.',
    access: 'member.write',
    response: MemberResponse,
    addition: true,
    errors: ['last_admin'],
  })
  suspend(@Access() access: SiteAccess, @IdParam('userId') id: string): Promise<MemberResponse> {
    return this.members.suspend(access, id);
  }

  @Post(':userId/resume')
  @ApiParam({ name: 'userId' })
  @Operation({
    summary: 'Let a suspended member in again',
    description: 'The member keeps the previous role.',
    access: 'member.write',
    response: MemberResponse,
    addition: true,
  })
  resume(@Access() access: SiteAccess, @IdParam('userId') id: string): Promise<MemberResponse> {
    return this.members.resume(access, id);
  }
}
