import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SiteAccess } from '#libs/accounts/access';
import { fileNamePart } from '#libs/core/csv/csv-file';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { localDate } from '#libs/core/time/site-time';
import type { DocumentRow } from '#libs/documents/document-jobs.queries';
import type { DocumentJobResponse } from '#libs/documents/documents.dto';
import { DocumentsService } from '#libs/documents/documents.service';

/** Answers with documents: the file when it is finished, or at once the job that makes it. */
@Injectable()
export class DocumentAnswers {
  constructor(
    @Inject(DocumentsService) private readonly documents: DocumentsService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** The file of an order; with `Prefer: respond-async` the job. @throws DomainError `job_timeout`, or why printing failed */
  async ordered(access: SiteAccess, id: string, reply: FastifyReply): Promise<void> {
    if (/(^|,)\s*respond-async\s*(;|,|$)/i.test(String(reply.request.headers.prefer ?? ''))) {
      reply.header('preference-applied', 'respond-async');
      await reply.send(this.describe(await this.documents.get(access, id)));
      return;
    }
    const gone = () => reply.raw.destroyed;
    await this.file(await this.documents.wait(access, id, gone), reply);
  }

  /** The file of a finished document. @throws NotFound while it is not finished, or the problem that it failed with */
  async file(job: DocumentRow, reply: FastifyReply): Promise<void> {
    if (job.problem) throw new DomainError(job.problem.code, job.problem.detail);
    const etag = `"${job.etag}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (reply.request.headers['if-none-match'] === etag) return void (await reply.status(304).send());
    const body = job.object_key && (await this.store.read(job.object_key));
    if (!body) throw new NotFound('The file');
    await reply
      .header('content-type', 'application/pdf')
      .header('content-length', job.bytes)
      .header('content-disposition', `attachment; filename="${nameOf(job)}"`)
      .send(body);
  }

  describe(job: DocumentRow): DocumentJobResponse {
    return {
      _id: job.id,
      kind: `document.${job.kind}`,
      state: job.state,
      progress: { done: job.progress_done, total: job.progress_total, stage: job.progress_stage },
      result_url: job.state === 'completed' ? this.documents.fileUrlOf(job.site_id, job.id) : null,
      problem: job.problem,
      created_at: job.created_at,
      finished_at: job.finished_at,
    };
  }
}

function nameOf(job: DocumentRow): string {
  if (job.kind === 'booking') return `booking-${job.parameters.reference.toLowerCase()}.pdf`;
  return `students-${fileNamePart(job.site_name)}-${localDate(new Date(job.created_at), job.time_zone)}.pdf`;
}
