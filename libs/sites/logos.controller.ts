import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { NotFound } from '#libs/core/errors/domain-error';
import { IfMatch } from '#libs/core/http/etag';
import { LogosService } from '#libs/sites/logos.service';
import { LogoRequest, SiteResponse } from '#libs/sites/sites.dto';

/** A small square. */
const EXAMPLE_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUfTnn3I3KEAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC';

@ApiTags('Sites')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/logo')
export class LogosController {
  constructor(private readonly logos: LogosService) {}

  @Get()
  @Operation({
    summary: 'See the logo of a site',
    access: 'site.read',
    response: 'image/png',
    errors: ['not_found'],
    addition: true,
  })
  async see(@Access() { site }: SiteAccess, @Res() reply: FastifyReply): Promise<void> {
    const png = await this.logos.find(site.id);
    if (!png) throw new NotFound('The logo');
    await reply.header('content-type', 'image/png').header('content-disposition', 'inline').send(png);
  }

  @Put()
  @Operation({
    summary: 'Give a site a logo',
    description:
      'A JPEG, PNG or WebP. It is re-encoded as PNG of at most 708 x 236 pixels, and printed on every document and ' +
      'mail of the site.',
    access: 'site.write',
    response: SiteResponse,
    example: { image: EXAMPLE_PNG },
    errors: ['invalid_image', 'version_mismatch'],
    addition: true,
  })
  put(
    @Access() access: SiteAccess,
    @Body() { image }: LogoRequest,
    @IfMatch() version?: number,
  ): Promise<SiteResponse> {
    return this.logos.put(access, image, version);
  }

  @Delete()
  @Operation({
    summary: 'Remove the logo of a site',
    access: 'site.write',
    response: SiteResponse,
    errors: ['version_mismatch'],
    addition: true,
  })
  remove(@Access() access: SiteAccess, @IfMatch() version?: number): Promise<SiteResponse> {
    return this.logos.remove(access, version);
  }
}
