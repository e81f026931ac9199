import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { EXAMPLE } from '#libs/core/http/examples';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import {
  CreateLocationRequest,
  ListLocationsQuery,
  LocationResponse,
  UpdateLocationRequest,
} from '#libs/locations/locations.dto';
import { LocationsService } from '#libs/locations/locations.service';

@ApiTags('Locations')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/locations')
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @Get()
  @Operation({
    summary: 'List the locations of a site',
    description: 'In the order of the tree. X-Total-Count says how many match.',
    access: 'site.read',
    response: [LocationResponse],
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  async list(
    @Access() access: SiteAccess,
    @Query() query: ListLocationsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LocationResponse[]> {
    const { total, data } = await this.locations.list(access, query);
    reply.header('x-total-count', total);
    return data;
  }

  @Post()
  @Operation({
    summary: 'Create a location',
    description: 'If the parent is booked as a whole, the booking also takes the new places.',
    access: 'location.write',
    response: LocationResponse,
    addition: true,
    example: {
      name: 'Studio 113',
      code: 'M-113',
      location_type: EXAMPLE.locationType,
      parent: EXAMPLE.building,
      floor: '1',
    },
    errors: ['duplicate_name', 'unknown_reference', 'location_in_use'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateLocationRequest): Promise<LocationResponse> {
    return this.locations.create(access, body);
  }

  @Get(':locationId')
  @Operation({
    summary: 'Read a location',
    access: 'site.read',
    onlyReads: true,
    response: LocationResponse,
    addition: true,
  })
  read(@Access() access: SiteAccess, @IdParam('locationId') id: string): Promise<LocationResponse> {
    return this.locations.get(access, id);
  }

  @Patch(':locationId')
  @Operation({
    summary: 'Change a location',
    description:
      'Closing a location (`active: false`) closes everything below it. With live bookings there it is refused ' +
      'with their number and a list, unless `confirm_live_bookings` is that number.',
    access: 'location.write',
    response: LocationResponse,
    addition: true,
    example: { name: 'Studio 101', floor: '1' },
    errors: ['duplicate_name', 'unknown_reference', 'location_in_use', 'has_live_bookings', 'version_mismatch'],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('locationId') id: string,
    @Body() body: UpdateLocationRequest,
    @IfMatch() version?: number,
  ): Promise<LocationResponse> {
    return this.locations.update(access, id, body, version);
  }

  @Delete(':locationId')
  @Operation({
    summary: 'Delete a location',
    access: 'location.write',
    response: SuccessResponse,
    addition: true,
    errors: ['location_in_use', 'version_mismatch'],
  })
  async delete(
    @Access() access: SiteAccess,
    @IdParam('locationId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.locations.delete(access, id, version);
    return { success: true };
  }
}
