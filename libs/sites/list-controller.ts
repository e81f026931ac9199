import { Body, Controller, Delete, Get, Patch, Post, type Type } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { CreateListEntryRequest, ListEntryResponse, UpdateListEntryRequest } from '#libs/sites/lists.dto';
import { type ListName, ListsService } from '#libs/sites/lists.service';

interface ListOptions {
  list: Exclude<ListName, 'cancellation_codes'>;
  path: string;
  tag: string;
  /** One entry, and several, in words. */
  one: string;
  many: string;
  idParam: string;
}

/** The controller of a list of a site whose entries have a name and a colour. The lists differ in their words only. */
export function listController({ list, path, tag, one, many, idParam }: ListOptions): Type {
  @ApiTags(tag)
  @ApiParam({ name: 'siteId' })
  @Controller(`sites/:siteId/${path}`)
  class ListController {
    constructor(private readonly lists: ListsService) {}

    @Get()
    @Operation({
      summary: `List the ${many} of a site`,
      access: 'site.read',
      response: [ListEntryResponse],
      addition: true,
    })
    async list(@Access() access: SiteAccess): Promise<ListEntryResponse[]> {
      return (await this.lists.list(list, access)).map(ListEntryResponse.from);
    }

    @Post()
    @Operation({
      summary: `Create a ${one}`,
      access: 'list.write',
      response: ListEntryResponse,
      addition: true,
      example: { name: `A new ${one}`, colour: '#2F6FED' },
      errors: ['duplicate_name'],
    })
    async create(@Access() access: SiteAccess, @Body() body: CreateListEntryRequest): Promise<ListEntryResponse> {
      return ListEntryResponse.from(await this.lists.create(list, access, { name: body.name, colour: body.colour }));
    }

    @Get(`:${idParam}`)
    @Operation({ summary: `Read a ${one}`, access: 'site.read', response: ListEntryResponse, addition: true })
    async read(@Access() access: SiteAccess, @IdParam(idParam) id: string): Promise<ListEntryResponse> {
      return ListEntryResponse.from(await this.lists.get(list, access, id));
    }

    @Patch(`:${idParam}`)
    @Operation({
      summary: `Change a ${one}`,
      access: 'list.write',
      response: ListEntryResponse,
      addition: true,
      example: { colour: '#0E7490' },
      errors: ['duplicate_name', 'version_mismatch'],
    })
    async update(
      @Access() access: SiteAccess,
      @IdParam(idParam) id: string,
      @Body() body: UpdateListEntryRequest,
      @IfMatch() version?: number,
    ): Promise<ListEntryResponse> {
      return ListEntryResponse.from(
        await this.lists.update(list, access, id, { name: body.name, colour: body.colour }, version),
      );
    }

    @Delete(`:${idParam}`)
    @Operation({
      summary: `Delete a ${one}`,
      access: 'list.write',
      response: SuccessResponse,
      addition: true,
      errors: ['in_use', 'version_mismatch'],
    })
    async delete(
      @Access() access: SiteAccess,
      @IdParam(idParam) id: string,
      @IfMatch() version?: number,
    ): Promise<SuccessResponse> {
      await this.lists.delete(list, access, id, version);
      return { success: true };
    }
  }
  Object.defineProperty(ListController, 'name', { value: `${tag.replaceAll(' ', '')}Controller` });
  return ListController;
}
