import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { SiteQuery } from '#libs/bookings/read-booking.dto';
import { ImportMappingResponse } from '#libs/booking-import/columns/mappings.dto';
import { deleteMapping, listMappings } from '#libs/booking-import/columns/mappings.queries';

@ApiTags('Bookings')
@Controller('bookings/import/mappings')
export class ImportMappingsController {
  constructor(private readonly database: Database) {}

  @Get()
  @Operation({
    operationId: 'BookingImport_listMappings',
    summary: 'List the remembered declarations of import files',
    description:
      'The declarations of commits about their files (`columns`, `date_order`, `stay_end`, ' +
      '`status_words`, `encoding`). They apply to the next file with the same headers, unless its request or its dates say ' +
      'otherwise.',
    access: 'booking.preview',
    response: [ImportMappingResponse],
    addition: true,
    errors: ['invalid_query'],
  })
  list(@Access() { site }: SiteAccess, @Query() _query: SiteQuery): Promise<ImportMappingResponse[]> {
    return listMappings(this.database, site.id);
  }

  @Delete(':mappingId')
  @Operation({
    operationId: 'BookingImport_forgetMapping',
    summary: 'Delete the remembered declarations of a file',
    access: 'booking.import',
    response: SuccessResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  async forget(
    @Access() { site }: SiteAccess,
    @IdParam('mappingId') id: string,
    @Query() _query: SiteQuery,
  ): Promise<SuccessResponse> {
    if (!(await deleteMapping(this.database, site.id, id))) throw new NotFound('What is remembered of the file');
    return { success: true };
  }
}
