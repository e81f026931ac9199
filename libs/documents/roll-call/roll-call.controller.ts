import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, Claimed, type SiteAccess } from '#libs/accounts/access/access';
import type { Claim } from '#libs/accounts/access/claim';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { AcceptLanguage } from '#libs/core/languages/accept-language';
import type { Language } from '#libs/core/languages/catalogue';
import { IdParam } from '#libs/core/http/ids';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { JobResponse } from '#libs/jobs/jobs.dto';
import { DocumentResponses } from '#libs/documents/document-responses';
import { keyOfRollCall } from '#libs/documents/roll-call/kept-roll-calls';
import { RollCallDocumentQuery, RollCallQuery, RollCallResponse } from '#libs/documents/roll-call/roll-call.dto';
import { type Asker, RollCallService } from '#libs/documents/roll-call/roll-call.service';

const KEPT =
  'A copy is stored every hour. While the database is unavailable, this copy is returned, with its age, to the ' +
  'callers who had access when it was stored; an access credential is then valid for twelve hours.';

@ApiTags('Daily operations')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/roll-call')
export class RollCallController {
  constructor(
    private readonly rollCalls: RollCallService,
    private readonly responses: DocumentResponses,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    summary: 'List who is in house now',
    description: `All people in house, by building, floor and room, with the flags of people who need help in an evacuation. ${KEPT}`,
    access: 'roll_call.read',
    whileAway: true,
    response: RollCallResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  get(
    @Access() access: SiteAccess | undefined,
    @Claimed() claim: Claim | undefined,
    @IdParam('siteId') siteId: string,
    @Query() query: RollCallQuery,
  ): Promise<RollCallResponse> {
    return this.rollCalls.read({ siteId, access, claim }, query.location_tree);
  }

  @Get('document')
  @Operation({
    summary: 'Print the roll-call as PDF',
    rateLimit: 'pdf',
    description: `With boxes to tick. ${KEPT} The stored copy is of the whole site, without pictures; its age is in the header \`age\`.`,
    access: 'roll_call.read',
    whileAway: true,
    response: 'application/pdf',
    orResponse: JobResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference', 'job_timeout'],
  })
  async print(
    @Access() access: SiteAccess | undefined,
    @Claimed() claim: Claim | undefined,
    @IdParam('siteId') siteId: string,
    @Query() query: RollCallDocumentQuery,
    @Res() reply: FastifyReply,
    @AcceptLanguage() language?: Language,
  ): Promise<void> {
    if (!access) return this.sendKept({ siteId, claim }, claim?.refusal, query, reply);
    try {
      await this.responses.ordered(access, await this.rollCalls.order(access, query, language), reply);
    } catch (error) {
      await this.sendKept({ siteId, access }, error, query, reply);
    }
  }

  private async sendKept(asker: Asker, failure: unknown, query: RollCallQuery, reply: FastifyReply): Promise<void> {
    const { generated_at } = await this.rollCalls.keptFor(asker, failure, query.location_tree);
    const body = await this.store.read(keyOfRollCall(asker.siteId, 'pdf'));
    if (!body) throw failure;
    const kept = new Date(generated_at);
    await reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', 'attachment; filename="roll-call.pdf"')
      .header('cache-control', 'private, no-store')
      .header('last-modified', kept.toUTCString())
      .header('age', Math.max(0, Math.floor((this.clock.now().getTime() - kept.getTime()) / 1_000)))
      .send(body);
  }
}
