import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { RetentionQuery, RetentionResponse } from '#libs/privacy/retention.dto';
import { RetentionService } from '#libs/privacy/retention.service';

@ApiTags('Sites')
@Controller('sites/:siteId/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @ApiParam({ name: 'siteId' })
  @Operation({
    summary: 'Count the people whom the retention setting would erase',
    description:
      'With `settings.retention_years` housekeeping erases people that many years after their last stay ended and ' +
      'their record was last changed; their stays remain without a person. This operation only counts them, also ' +
      'before the setting is made, and changes nothing.',
    access: 'site.write',
    response: RetentionResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  count(@Access() { site }: SiteAccess, @Query() { years }: RetentionQuery): Promise<RetentionResponse> {
    return this.retention.preview(site.id, years);
  }
}
