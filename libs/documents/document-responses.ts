import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SiteAccess } from '#libs/accounts/access/access';
import { fileNamePart } from '#libs/core/csv/csv-file';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { varyByLanguage } from '#libs/core/languages/accept-language';
import { isKnown } from '#libs/core/http/unchanged';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { localDate } from '#libs/core/time/site-time';
import { JobsService } from '#libs/jobs/jobs.service';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { DocumentsService } from '#libs/documents/documents.service';

/** Sends documents: the file when it is finished, or at once the job that makes it. */
@Injectable()
export class DocumentResponses {
  constructor(
    private readonly documents: DocumentsService,
    private readonly jobs: JobsService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * The file of an order; with `Prefer: respond-async` the job. @throws DomainError `job_timeout`, or why printing
   * failed
   */
  async ordered(access: SiteAccess, id: string, reply: FastifyReply): Promise<void> {
    if (/(^|,)\s*respond-async\s*(;|,|$)/i.test(String(reply.request.headers.prefer ?? ''))) {
      reply.header('preference-applied', 'respond-async');
      await reply.send(await this.jobs.get(access.caller, id));
      return;
    }
    const gone = () => reply.raw.destroyed;
    await this.file(await this.documents.wait(access, id, gone), reply);
  }

  /** The file of a finished document. @throws NotFound while it is not finished, or the problem that it failed with */
  async file(document: DocumentRow, reply: FastifyReply): Promise<void> {
    if (document.problem) throw new DomainError(document.problem.code, document.problem.detail);
    if (!document.object_key) throw new NotFound('The file');
    const etag = `"${document.etag}"`;
    varyByLanguage(reply).header('etag', etag).header('cache-control', 'private, no-cache');
    if (isKnown(reply.request.headers['if-none-match'], etag)) return void (await reply.status(304).send());
    const body = await this.store.read(document.object_key);
    if (!body) throw new NotFound('The file');
    await reply
      .header('content-type', 'application/pdf')
      .header('content-language', document.site_language ?? document.parameters.language ?? 'en')
      .header('content-length', document.bytes)
      .header('content-disposition', `attachment; filename="${nameOf(document)}"`)
      .send(body);
  }
}

const NAMES = {
  students: 'students',
  roll_call: 'roll-call',
  rooming_list: 'rooming-list',
  departures: 'departures',
  subject_data: 'stored-data',
};

function nameOf(document: DocumentRow): string {
  if (document.kind === 'booking') return `booking-${document.parameters.reference.toLowerCase()}.pdf`;
  const what = NAMES[document.kind];
  return `${what}-${fileNamePart(document.site_name)}-${localDate(new Date(document.created_at), document.time_zone)}.pdf`;
}
