import { Body, Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch, setVersion } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import {
  LocationTypeCreatedResponse,
  LocationTypeRequest,
  LocationTypeResponse,
  LocationTypeUpdatedResponse,
} from '#libs/location-types/location-types.dto';
import { LocationTypesService } from '#libs/location-types/location-types.service';

const EXAMPLE_BODY = {
  name: 'Ensuite room',
  colour: '#2F6FED',
  can_be_allocated_to_bookings: true,
  cleaning_type: 'weekly',
};

@ApiTags('Location types')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/location-types')
export class LocationTypesController {
  constructor(private readonly types: LocationTypesService) {}

  @Get()
  @Operation({
    summary: 'List the location types of a site',
    access: 'location_type.read',
    response: [LocationTypeResponse],
  })
  list(@Access() access: SiteAccess): Promise<LocationTypeResponse[]> {
    return this.types.list(access);
  }

  @Post()
  @Operation({
    summary: 'Create a location type',
    access: 'location_type.write',
    response: LocationTypeCreatedResponse,
    example: EXAMPLE_BODY,
    errors: ['duplicate_name', 'unknown_reference'],
  })
  async create(
    @Access() access: SiteAccess,
    @Body() body: LocationTypeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LocationTypeCreatedResponse> {
    const { id, name, colour, canBeAllocatedToBookings, version } = await this.types.create(access, body);
    setVersion(reply, version);
    return { _id: id, name, colour, can_be_allocated_to_bookings: canBeAllocatedToBookings };
  }

  @Get(':locationTypeId')
  @Operation({
    summary: 'Read a location type',
    access: 'location_type.read',
    response: LocationTypeResponse,
    addition: true,
  })
  read(@Access() access: SiteAccess, @IdParam('locationTypeId') id: string): Promise<LocationTypeResponse> {
    return this.types.get(access, id);
  }

  @Patch(':locationTypeId')
  @Operation({
    summary: 'Change a location type',
    access: 'location_type.write',
    response: LocationTypeUpdatedResponse,
    example: { ...EXAMPLE_BODY, name: 'Studio' },
    errors: ['duplicate_name', 'unknown_reference', 'has_live_bookings', 'location_in_use', 'version_mismatch'],
  })
  async update(
    @Access() access: SiteAccess,
    @IdParam('locationTypeId') id: string,
    @Body() body: LocationTypeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @IfMatch() version?: number,
  ): Promise<LocationTypeUpdatedResponse> {
    const type = await this.types.update(access, id, body, version);
    setVersion(reply, type.version);
    return { _id: type.id };
  }

  @Delete(':locationTypeId')
  @Operation({
    summary: 'Delete a location type',
    access: 'location_type.write',
    response: SuccessResponse,
    errors: ['location_type_in_use', 'version_mismatch'],
  })
  async delete(
    @Access() access: SiteAccess,
    @IdParam('locationTypeId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.types.delete(access, id, version);
    return { success: true };
  }
}
