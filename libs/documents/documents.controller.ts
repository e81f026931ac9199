import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { EXAMPLE } from '#libs/core/http/examples';
import { AcceptLanguage } from '#libs/core/languages/accept-language';
import type { Language } from '#libs/core/languages/catalogue';
import { IdParam } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { dateOf, localDate } from '#libs/core/time/site-time';
import { findBlock } from '#libs/bookings/blocks/blocks.queries';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { JobsService } from '#libs/jobs/jobs.service';
import { findBookingFacts } from '#libs/documents/booking-document.queries';
import { requireMailable } from '#libs/documents/confirmation-mail';
import { DocumentResponses } from '#libs/documents/document-responses';
import { requireFilter } from '#libs/documents/require-filter';
import {
  BookingDocumentQuery,
  DeparturesDocumentQuery,
  MailConfirmationRequest,
  SiteQuery,
  StudentsDocumentQuery,
} from '#libs/documents/documents.dto';
import { DocumentsService } from '#libs/documents/documents.service';
import { JobResponse } from '#libs/jobs/jobs.dto';

const ASYNC =
  'The language is that of the site, or of `Accept-Language` if the site has none. ' +
  'The request waits up to 60 seconds for the document; then the response is 503 `job_timeout` with job_url. With ' +
  '`Prefer: respond-async` the response is the job at once; `GET /jobs/{jobId}` returns its progress, and in ' +
  '`result_url` the address of the file. The file is kept for 24 hours.';

@ApiTags('Documents')
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly responses: DocumentResponses,
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
  ) {}

  @Get('students/:site/export')
  @ApiParam({ name: 'site' })
  @Operation({
    summary: 'Print the students of a site as PDF',
    rateLimit: 'pdf',
    description: `The active students, or with \`active=false\` the inactive ones, by building and floor. Welfare data is included for those who have \`student.welfare\`. ${ASYNC}`,
    access: 'student.export',
    response: 'application/pdf',
    orResponse: JobResponse,
    errors: ['invalid_query', 'unknown_reference', 'job_timeout'],
  })
  async students(
    @Access() access: SiteAccess,
    @Query() query: StudentsDocumentQuery,
    @Res() reply: FastifyReply,
    @AcceptLanguage() language?: Language,
  ) {
    const { sortBy: sort_by, includePhoto: include_photo, ...rest } = query;
    await requireFilter(this.database, access.site.id, query);
    const welfare = access.may('student.welfare');
    if (!welfare) reply.header('x-redacted', 'welfare');
    const id = await this.documents.order(access, 'students', { ...rest, sort_by, include_photo, welfare }, language);
    await this.responses.ordered(access, id, reply);
  }

  @Get('bookings/:bookingId/document')
  @Operation({
    summary: 'Print the confirmation of a booking as PDF',
    rateLimit: 'pdf',
    description: ASYNC,
    access: 'booking.read',
    response: 'application/pdf',
    orResponse: JobResponse,
    addition: true,
    errors: ['invalid_query', 'job_timeout'],
  })
  async booking(
    @Access() access: SiteAccess,
    @IdParam('bookingId') booking_id: string,
    @Query() { paper }: BookingDocumentQuery,
    @Res() reply: FastifyReply,
    @AcceptLanguage() language?: Language,
  ) {
    const facts = await findBookingFacts(this.database, access.site.id, booking_id);
    if (!facts) throw new NotFound('The booking');
    const { reference } = facts;
    await this.responses.ordered(
      access,
      await this.documents.order(access, 'booking', { booking_id, reference, paper }, language),
      reply,
    );
  }

  @Post('bookings/:bookingId/confirmation')
  @Idempotent()
  @Operation({
    summary: 'Mail the confirmation of a booking to the student',
    rateLimit: 'pdf',
    description:
      'Mails the confirmation to the lead person, as PDF and with a calendar file of arrival and departure, once ' +
      'per request. The response is the job that prints and mails it. The mail is sent from the address of the ' +
      'installation; a reply goes to the email address of the site.',
    access: 'booking.write',
    response: JobResponse,
    addition: true,
    example: { site: EXAMPLE.site },
    errors: ['not_mailable'],
  })
  async mail(
    @Access() access: SiteAccess,
    @IdParam('bookingId') booking_id: string,
    @Body() { paper = 'a4' }: MailConfirmationRequest,
    @AcceptLanguage() language?: Language,
  ): Promise<JobResponse> {
    const facts = await findBookingFacts(this.database, access.site.id, booking_id);
    if (!facts) throw new NotFound('The booking');
    requireMailable(facts);
    const { reference } = facts;
    const id = await this.documents.order(access, 'booking', { booking_id, reference, paper, mail: true }, language);
    return this.jobs.get(access.caller, id);
  }

  @Get('block-bookings/:blockId/document')
  @Operation({
    summary: 'Print the rooming list of a block booking as PDF',
    rateLimit: 'pdf',
    description: `The bookings that were not called off, by building, floor and room. ${ASYNC} As CSV or a workbook: \`GET /bookings/export?block_booking=\`.`,
    access: 'booking.export',
    response: 'application/pdf',
    orResponse: JobResponse,
    addition: true,
    errors: ['invalid_query', 'job_timeout'],
  })
  async roomingList(
    @Access() access: SiteAccess,
    @IdParam('blockId') block_booking: string,
    @Query() { paper }: BookingDocumentQuery,
    @Res() reply: FastifyReply,
    @AcceptLanguage() language?: Language,
  ) {
    if (!(await findBlock(this.database, access.site.id, block_booking))) throw new NotFound('The block booking');
    const id = await this.documents.order(access, 'rooming_list', { block_booking, paper }, language);
    await this.responses.ordered(access, id, reply);
  }

  @Get('sites/:siteId/departure-slots/document')
  @ApiParam({ name: 'siteId' })
  @Operation({
    summary: 'Print the departures of a day as PDF',
    rateLimit: 'pdf',
    description: `For the porter: by building and departure slot, with a box to tick; those without a time last. ${ASYNC} As CSV or a workbook: \`GET /bookings/export?departure_slot_on=\`.`,
    access: 'booking.export',
    response: 'application/pdf',
    orResponse: JobResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference', 'job_timeout'],
  })
  async departures(
    @Access() access: SiteAccess,
    @Query() { on, location_tree, paper }: DeparturesDocumentQuery,
    @Res() reply: FastifyReply,
    @AcceptLanguage() language?: Language,
  ) {
    await requireFilter(this.database, access.site.id, { location_tree });
    const { timeZone } = access.site;
    const day = on === undefined ? localDate(this.clock.now(), timeZone) : dateOf(on, timeZone);
    const wanted = { on: day, ...(location_tree !== undefined && { location_tree }), paper };
    await this.responses.ordered(access, await this.documents.order(access, 'departures', wanted, language), reply);
  }

  @Get('documents/:documentId/file')
  @Operation({
    summary: 'Fetch a document that you asked for',
    access: 'site.read',
    response: 'application/pdf',
    addition: true,
    errors: ['invalid_query'],
  })
  async file(
    @Access() access: SiteAccess,
    @IdParam('documentId') id: string,
    @Query() _query: SiteQuery,
    @Res() reply: FastifyReply,
  ) {
    await this.responses.file(await this.documents.get(access, id), reply);
  }
}
