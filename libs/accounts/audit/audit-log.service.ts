import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { instantOf } from '#libs/core/time/site-time';
import type { AuditEventResponse, AuditPage, AuditQuery } from '#libs/accounts/audit/audit-log.dto';

const PAGE = 50;
const AT_ONCE = 1_000;

// UUIDv7: the order of ids is that of time.
const listOf = (scope: string) => `
SELECT id AS _id, site_id AS site, at, json_build_object('type', actor_type, '_id', actor_id, 'name', actor_name) AS actor, action,
  json_build_object('kind', subject_kind, '_id', subject_id) AS resource, changes, emptied_at, request_id
FROM audit_events WHERE ${scope} AND ($2::uuid IS NULL OR id < $2)
  AND ($3::uuid IS NULL OR actor_id = $3) AND ($4::uuid IS NULL OR subject_id = $4) AND ($5::text IS NULL OR subject_kind = $5)
  AND ($6::text IS NULL OR action = $6) AND ($7::timestamptz IS NULL OR at >= $7) AND ($8::timestamptz IS NULL OR at < $8)
ORDER BY id DESC LIMIT $9`;
// Entries of jobs are returned only on request: each job has several.
const OF_SITE = listOf(`site_id = $1::uuid AND (subject_kind <> 'job' OR $5 = 'job')`);
const OF_NONE = listOf('$1::uuid IS NULL AND site_id IS NULL');

/** What was done in a site, or to accounts, and by whom; the latest first. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly database: Database,
    private readonly reads: WelfareReads,
  ) {}

  /** `access` null: what is about accounts. @throws InvalidField `invalid_query` */
  async page(access: SiteAccess | null, query: AuditQuery): Promise<AuditPage> {
    const limit = query.limit ?? PAGE;
    const events = await this.events(access, query, idOf('cursor', query.cursor), limit + 1);
    const data = this.shown(access, events.slice(0, limit));
    return { data, next_cursor: events.length > limit ? (data.at(-1)?._id ?? null) : null };
  }

  /** All events that match, one JSON object a line; a reader who stops ends the queries. @throws as page */
  async lines(access: SiteAccess | null, query: AuditQuery): Promise<Readable> {
    const first = await this.events(access, query, idOf('cursor', query.cursor), AT_ONCE);
    return Readable.from(this.pieces(access, query, first), { objectMode: false, highWaterMark: 65_536 });
  }

  private async *pieces(
    access: SiteAccess | null,
    query: AuditQuery,
    first: AuditEventResponse[],
  ): AsyncGenerator<string> {
    let left = query.limit ?? Number.MAX_SAFE_INTEGER;
    for (let events = first; events.length > 0;) {
      const wanted = this.shown(access, events.slice(0, left));
      yield wanted.map((event) => `${JSON.stringify(event)}\n`).join('');
      left -= wanted.length;
      if (left === 0 || events.length < AT_ONCE) return;
      events = await this.events(access, query, wanted.at(-1)?._id ?? null, AT_ONCE);
    }
  }

  /** What the audit says of somebody's welfare is welfare data. */
  private shown(access: SiteAccess | null, events: AuditEventResponse[]): AuditEventResponse[] {
    for (const { resource, changes } of events)
      if (access && changes.some(({ field }) => field === 'welfare_flag' || field === 'welfare_state'))
        this.reads.note(access, resource._id);
    return events;
  }

  private events(access: SiteAccess | null, query: AuditQuery, before: string | null, limit: number) {
    const ids = [idOf('actor', query.actor), idOf('resource', query.resource)];
    const times = [query.from, query.to].map((time) => (time === undefined ? null : instantOf(time, 'UTC')));
    const values = [access?.site.id ?? null, before, ...ids, query.kind ?? null, query.action ?? null, ...times, limit];
    return this.database.rows<AuditEventResponse>(access ? OF_SITE : OF_NONE, values);
  }
}

function idOf(name: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (!isId(given)) throw new InvalidField('invalid_query', name, 'must be an id');
  return given;
}
