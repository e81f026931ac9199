import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { Database } from '#libs/core/database/database';
import { sightOf } from '#libs/students/sight';
import type { ListStudentsQuery } from '#libs/students/students.dto';
import { countStudents, listStudents } from '#libs/students/students.queries';

const BATCH = 1_000;

/** The list of a site's students. More than one batch is read and sent in batches, so that it starts at once and needs little memory. */
@Injectable()
export class StudentListService {
  constructor(
    private readonly database: Database,
    private readonly reads: WelfareReads,
  ) {}

  /** How many match, and the JSON array of them: a text, of which an ETag can be made, or a stream. A reader that stops ends the queries. */
  async open(access: SiteAccess, query: ListStudentsQuery): Promise<{ total: number; json: Readable | string }> {
    if (access.may('student.welfare')) this.reads.note(access);
    const total = await countStudents(this.database, access.site.id, query);
    const isOneBatch = Math.min(total, query.limit ?? total) <= BATCH;
    if (isOneBatch && query.limit !== 0) return { total, json: await this.whole(access, query) };
    return { total, json: Readable.from(this.pieces(access, query), { objectMode: false, highWaterMark: 65_536 }) };
  }

  private async whole(access: SiteAccess, query: ListStudentsQuery): Promise<string> {
    let text = '';
    for await (const piece of this.pieces(access, query)) text += piece;
    return text;
  }

  private async *pieces(access: SiteAccess, query: ListStudentsQuery): AsyncGenerator<string> {
    const sight = sightOf(access);
    let left = query.limit ?? Number.MAX_SAFE_INTEGER;
    let after: Awaited<ReturnType<typeof listStudents>>['last'];
    let opening = '[';
    while (left > 0) {
      const limit = Math.min(BATCH, left);
      const batch = await listStudents(this.database, access.site.id, query, sight, {
        after,
        limit,
        skip: after ? 0 : query.skip,
      });
      if (batch.json.length > 0) yield opening + batch.json.join(',');
      if (batch.json.length > 0) opening = ',';
      left -= batch.json.length;
      after = batch.last;
      if (batch.json.length < limit) break;
    }
    yield opening === '[' ? '[]' : ']';
  }
}
