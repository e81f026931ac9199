import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import {
  CancellationCodeResponse,
  CreateCancellationCodeRequest,
  UpdateCancellationCodeRequest,
} from '#libs/sites/lists.dto';
import { ListsService } from '#libs/sites/lists.service';

const LIST = 'cancellation_codes';

@ApiTags('Cancellation codes')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/cancellation-codes')
export class CancellationCodesController {
  constructor(private readonly lists: ListsService) {}

  @Get()
  @Operation({
    summary: 'List the cancellation codes of a site',
    access: 'site.read',
    response: [CancellationCodeResponse],
    addition: true,
  })
  async list(@Access() access: SiteAccess): Promise<CancellationCodeResponse[]> {
    return (await this.lists.list(LIST, access)).map(CancellationCodeResponse.from);
  }

  @Post()
  @Operation({
    summary: 'Create a cancellation code',
    access: 'list.write',
    response: CancellationCodeResponse,
    addition: true,
    example: { code: 'course_closed', name: 'Course closed' },
    errors: ['duplicate_name'],
  })
  async create(
    @Access() access: SiteAccess,
    @Body() body: CreateCancellationCodeRequest,
  ): Promise<CancellationCodeResponse> {
    const { code, name, active = true } = body;
    return CancellationCodeResponse.from(await this.lists.create(LIST, access, { code, name, active }));
  }

  @Get(':codeId')
  @Operation({
    summary: 'Read a cancellation code',
    access: 'site.read',
    response: CancellationCodeResponse,
    addition: true,
  })
  async read(@Access() access: SiteAccess, @IdParam('codeId') id: string): Promise<CancellationCodeResponse> {
    return CancellationCodeResponse.from(await this.lists.get(LIST, access, id));
  }

  @Patch(':codeId')
  @Operation({
    summary: 'Rename or retire a cancellation code',
    access: 'list.write',
    response: CancellationCodeResponse,
    addition: true,
    example: { active: true },
    errors: ['version_mismatch'],
  })
  async update(
    @Access() access: SiteAccess,
    @IdParam('codeId') id: string,
    @Body() body: UpdateCancellationCodeRequest,
    @IfMatch() version?: number,
  ): Promise<CancellationCodeResponse> {
    const { name, active } = body;
    return CancellationCodeResponse.from(await this.lists.update(LIST, access, id, { name, active }, version));
  }

  @Delete(':codeId')
  @Operation({
    summary: 'Delete a cancellation code',
    access: 'list.write',
    response: SuccessResponse,
    addition: true,
    errors: ['in_use', 'version_mismatch'],
  })
  async delete(
    @Access() access: SiteAccess,
    @IdParam('codeId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.lists.delete(LIST, access, id, version);
    return { success: true };
  }
}
