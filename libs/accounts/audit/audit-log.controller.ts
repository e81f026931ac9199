import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { AuditPage, AuditQuery } from '#libs/accounts/audit/audit-log.dto';
import { AuditLogService } from '#libs/accounts/audit/audit-log.service';

const NDJSON = 'application/x-ndjson';
const FORMS = `The latest first. With \`Accept: ${NDJSON}\` all matching events are streamed, one per line.`;

@ApiTags('Audit')
@Controller()
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Get('sites/:siteId/audit')
  @ApiParam({ name: 'siteId' })
  @Operation({
    summary: 'Read what was done in a site, and by whom',
    description: `Changes of people, rooms, lists, policies and members, imports, exports, documents, and reads of welfare data; the changes of a booking are its transactions. ${FORMS}`,
    access: 'audit.read',
    response: NDJSON,
    orResponse: AuditPage,
    addition: true,
    errors: ['invalid_query'],
  })
  async ofSite(@Access() access: SiteAccess, @Query() query: AuditQuery, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(access, query, reply);
  }

  @Get('audit')
  @Operation({
    summary: 'Read what was done with accounts, and by whom',
    description: `Events that belong to no site: log-ins, failed log-ins to known accounts, and changes of passwords, API keys and owners. ${FORMS}`,
    access: 'owner',
    response: NDJSON,
    orResponse: AuditPage,
    addition: true,
    errors: ['invalid_query'],
  })
  async ofAccounts(@Query() query: AuditQuery, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(null, query, reply);
  }

  private async answer(access: SiteAccess | null, query: AuditQuery, reply: FastifyReply): Promise<void> {
    reply.header('vary', 'Accept').header('cache-control', 'no-store');
    const accept = String(reply.request.headers.accept ?? '');
    if (!accept.includes(NDJSON)) return void (await reply.send(await this.log.page(access, query)));
    await reply.header('content-type', NDJSON).send(await this.log.lines(access, query));
  }
}
