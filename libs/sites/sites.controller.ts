import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentCaller, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { WORKING_WEEK } from '#libs/core/time/business-hours';
import { IfMatch } from '#libs/core/http/etag';
import { CreateSiteRequest, SiteResponse, UpdateSiteRequest } from '#libs/sites/sites.dto';
import { SitesService } from '#libs/sites/sites.service';

@ApiTags('Sites')
@Controller('sites')
export class SitesController {
  constructor(private readonly sites: SitesService) {}

  @Get()
  @Operation({ summary: 'List your sites', access: 'session_or_key', response: [SiteResponse], addition: true })
  list(@CurrentCaller() caller: Caller): Promise<SiteResponse[]> {
    return this.sites.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Create a site',
    description:
      'With the cancellation codes, welfare states, categories and SLA policies that every site begins with.',
    access: 'owner',
    response: SiteResponse,
    addition: true,
    example: { name: 'Castle Wharf', time_zone: 'Europe/London', date_order: 'dmy' },
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateSiteRequest): Promise<SiteResponse> {
    return this.sites.create(body, caller);
  }

  @Get(':siteId')
  @ApiParam({ name: 'siteId' })
  @Operation({ summary: 'Read a site', access: 'site.read', response: SiteResponse, addition: true })
  read(@Access() access: SiteAccess): Promise<SiteResponse> {
    return this.sites.get(access.site.id);
  }

  @Patch(':siteId')
  @ApiParam({ name: 'siteId' })
  @Operation({
    summary: 'Change a site',
    description: 'The business hours cannot be removed while an enabled SLA policy uses them.',
    access: 'site.write',
    response: SiteResponse,
    addition: true,
    example: {
      settings: { early_check_in_days: 1 },
      business_hours: WORKING_WEEK,
      holidays: [
        { date: '2026-10-28', name: 'Founders’ Day' },
        { date: '2026-12-25', name: 'Christmas Day' },
      ],
    },
    errors: ['business_hours_required', 'unknown_reference', 'version_mismatch'],
  })
  update(
    @Access() access: SiteAccess,
    @Body() body: UpdateSiteRequest,
    @IfMatch() version?: number,
  ): Promise<SiteResponse> {
    return this.sites.update(access, body, version);
  }
}
