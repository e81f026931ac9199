import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { EXAMPLE } from '#libs/core/http/examples';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { ApiKeyResponse, CreateApiKeyRequest, CreatedApiKeyResponse } from '#libs/accounts/api-keys/api-keys.dto';
import { ApiKeysService } from '#libs/accounts/api-keys/api-keys.service';
import { Operation } from '#libs/accounts/access/operation.decorator';

@ApiTags('Sessions and users')
@Controller('users/@me/api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Get()
  @Operation({ summary: 'List your API keys', access: 'session', response: [ApiKeyResponse], addition: true })
  list(@CurrentCaller() caller: Caller): Promise<ApiKeyResponse[]> {
    return this.apiKeys.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Make an API key',
    description:
      'The key is shown once. It acts as you, in the sites and with the roles of its scopes, never with more than your own role at the moment of use; it cannot manage your account.',
    access: 'session',
    response: CreatedApiKeyResponse,
    addition: true,
    example: { name: 'Nightly report', scopes: [{ site: EXAMPLE.site, role: 'viewer' }] },
    errors: ['unknown_reference'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateApiKeyRequest): Promise<CreatedApiKeyResponse> {
    return this.apiKeys.create(caller, body);
  }

  @Delete(':keyId')
  @ApiParam({ name: 'keyId' })
  @Operation({
    summary: 'End an API key',
    description: 'At once, everywhere.',
    access: 'session',
    response: SuccessResponse,
    addition: true,
    errors: ['not_found'],
  })
  async end(@CurrentCaller() caller: Caller, @IdParam('keyId') id: string): Promise<SuccessResponse> {
    await this.apiKeys.end(caller, id);
    return { success: true };
  }
}
