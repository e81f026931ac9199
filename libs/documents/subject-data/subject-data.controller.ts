import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IdParam } from '#libs/core/http/ids';
import { AcceptLanguage } from '#libs/core/languages/accept-language';
import type { Language } from '#libs/core/languages/catalogue';
import { DocumentResponses } from '#libs/documents/document-responses';
import { SubjectDataQuery, SubjectDataResponse } from '#libs/documents/subject-data/subject-data.dto';
import { SubjectDataService } from '#libs/documents/subject-data/subject-data.service';

@ApiTags('Students')
@ApiParam({ name: 'siteId' })
@Controller('students/:siteId/:userId/data')
export class SubjectDataController {
  constructor(
    private readonly data: SubjectDataService,
    private readonly responses: DocumentResponses,
  ) {}

  @Get()
  @Operation({
    operationId: 'Privacy_read',
    summary: 'Read everything that is stored about a student',
    rateLimit: 'pdf',
    description:
      'The personal data of one student, for a subject access request: the record with welfare data, present and ' +
      'former stays with notes and trails, the rows of imports, and the audit. It contains nothing about other people. Every read is ' +
      'recorded. `format=pdf` prints it under the letterhead of the site, ' +
      'in its language, or where it has none in that of `Accept-Language`.',
    access: 'student.data',
    response: 'application/pdf',
    orResponse: SubjectDataResponse,
    addition: true,
    errors: ['invalid_query', 'not_found', 'job_timeout'],
  })
  async read(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Query() { format, paper }: SubjectDataQuery,
    @Res() reply: FastifyReply,
    @AcceptLanguage() language?: Language,
  ): Promise<void> {
    if (format === 'json') return void (await reply.send(await this.data.get(access, id)));
    await this.responses.ordered(access, await this.data.order(access, id, paper, language), reply);
  }
}
