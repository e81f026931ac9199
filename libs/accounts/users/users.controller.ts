import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EXAMPLE } from '#libs/core/http/examples';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { HintRequest, ProfileResponse } from '#libs/accounts/accounts.dto';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { UsersService } from '#libs/accounts/users/users.service';

@ApiTags('Sessions and users')
@Controller('users/@me')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Operation({ summary: 'Read your profile', access: 'session_or_key', response: ProfileResponse })
  profile(@CurrentCaller() caller: Caller): Promise<ProfileResponse> {
    return this.users.profile(caller);
  }

  @Patch('hint')
  @Operation({
    summary: 'Remember the site you used last',
    access: 'session',
    response: SuccessResponse,
    example: { site_id: EXAMPLE.site },
    errors: ['not_found'],
  })
  async hint(@CurrentCaller() caller: Caller, @Body() body: HintRequest): Promise<SuccessResponse> {
    await this.users.rememberSite(caller, body.site_id);
    return { success: true };
  }
}
