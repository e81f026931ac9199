import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { IdParam } from '#libs/core/http/ids';
import { findBookingFacts } from '#libs/documents/booking-document.queries';
import { DocumentAnswers } from '#libs/documents/document-answers';
import { requireFilter } from '#libs/documents/require-filter';
import { BookingDocumentQuery, SiteQuery, StudentsDocumentQuery } from '#libs/documents/documents.dto';
import { DocumentsService } from '#libs/documents/documents.service';
import { JobResponse } from '#libs/jobs/jobs.dto';

const ASYNC =
  'The answer waits for the document, up to 60 seconds; then it is 503 `job_timeout` with job_url. With ' +
  '`Prefer: respond-async` the answer is the job at once; `GET /jobs/{jobId}` tells how far it is, and its `result_url` where ' +
  'the file is. It is kept for 24 hours.';

@ApiTags('Documents')
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly answers: DocumentAnswers,
    private readonly database: Database,
  ) {}

  @Get('students/:site/export')
  @ApiParam({ name: 'site' })
  @Operation({
    summary: 'Print the students of a site as PDF',
    rateLimit: 'pdf',
    description: `The active ones, by building and floor. Welfare is in it for those who have \`student.welfare\`. ${ASYNC}`,
    access: 'student.export',
    answers: 'application/pdf',
    orAnswers: JobResponse,
    errors: ['invalid_query', 'unknown_reference', 'job_timeout'],
  })
  async students(@Access() access: SiteAccess, @Query() query: StudentsDocumentQuery, @Res() reply: FastifyReply) {
    const { sortBy: sort_by, includePhoto: include_photo, ...rest } = query;
    await requireFilter(this.database, access.site.id, query);
    const welfare = access.may('student.welfare');
    if (!welfare) reply.header('x-redacted', 'welfare');
    const id = await this.documents.order(access, 'students', { ...rest, sort_by, include_photo, welfare });
    await this.answers.ordered(access, id, reply);
  }

  @Get('bookings/:bookingId/document')
  @Operation({
    summary: 'Print the confirmation of a booking as PDF',
    rateLimit: 'pdf',
    description: ASYNC,
    access: 'booking.read',
    answers: 'application/pdf',
    orAnswers: JobResponse,
    addition: true,
    errors: ['invalid_query', 'job_timeout'],
  })
  async booking(
    @Access() access: SiteAccess,
    @IdParam('bookingId') booking_id: string,
    @Query() { paper }: BookingDocumentQuery,
    @Res() reply: FastifyReply,
  ) {
    const facts = await findBookingFacts(this.database, access.site.id, booking_id);
    if (!facts) throw new NotFound('The booking');
    const { reference } = facts;
    await this.answers.ordered(
      access,
      await this.documents.order(access, 'booking', { booking_id, reference, paper }),
      reply,
    );
  }

  @Get('documents/:documentId/file')
  @Operation({
    summary: 'Fetch a document that you asked for',
    access: 'site.read',
    answers: 'application/pdf',
    addition: true,
    errors: ['invalid_query'],
  })
  async file(
    @Access() access: SiteAccess,
    @IdParam('documentId') id: string,
    @Query() _query: SiteQuery,
    @Res() reply: FastifyReply,
  ) {
    await this.answers.file(await this.documents.get(access, id), reply);
  }
}
