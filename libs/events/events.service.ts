import { Injectable } from '@nestjs/common';
import type { Caller, SiteAccess } from '#libs/accounts/access/access';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { Database } from '#libs/core/database/database';
import { escapeLike } from '#libs/core/database/like';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { Cursors, type Place, START } from '#libs/events/cursor';
import { readRecords } from '#libs/events/event-data.queries';
import { type EventKind, KINDS, visibleChanges } from '#libs/events/event-kinds';
import type { EventFilterQuery, EventPage, EventResponse, EventsQuery } from '#libs/events/events.dto';
import {
  areExpired,
  type EventFilter,
  type EventRow,
  findEnd,
  findLastOf,
  findPlace,
  listEvents,
  listEventsAt,
} from '#libs/events/events.queries';
import { Sequencer } from '#libs/events/journal/sequencer';
import { findAccesses } from '#libs/accounts/access/site-accesses.queries';

/** The feed: every change in the order in which it was committed, each exactly once. */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sequencer: Sequencer,
    private readonly reads: WelfareReads,
    private readonly cursors: Cursors,
  ) {}

  /** @throws InvalidField `invalid_query`, DomainError `cursor_gone` */
  async ofAllSites(caller: Caller, query: EventsQuery): Promise<EventPage> {
    const accesses = await findAccesses(this.database, caller);
    return this.page(
      accesses.filter((access) => access.may('event.read')),
      query,
    );
  }

  /** A page of what the accesses may read. @throws as ofAllSites */
  async page(
    accesses: SiteAccess[],
    query: Pick<EventsQuery, 'after' | 'limit' | 'type' | 'resource'>,
  ): Promise<EventPage> {
    const filter = filterOf(query);
    await this.sequencer.number();
    const after = await this.startOf(accesses, query.after);
    const { events, next } = await this.after(accesses, after, filter, query.limit);
    for (const access of accesses)
      if (
        access.may('student.welfare') &&
        events.some(({ site, resource }) => site === access.site.id && resource.type === 'student')
      )
        // prettier-ignore
        this.reads.note(access);
    const own = await this.ownPlace(accesses, next);
    return { data: events, next_cursor: this.cursors.of(isBefore(own, after) ? after : own) };
  }

  /** Where a reader of a stream resumes who has had everything up to a place. */
  async cursorAt(access: SiteAccess, place: Place): Promise<string> {
    return this.cursors.of(await this.ownPlace([access], place));
  }

  positionOf = ({ cursor }: Pick<EventResponse, 'cursor'>): string => this.cursors.placeOf(cursor).position;

  /** The end of the journal, with all that was committed before. */
  async now(): Promise<Place> {
    await this.sequencer.number();
    return findEnd(this.database);
  }

  /** Events after a position that is known to be valid, and where to continue. Nothing is numbered. */
  async after(
    accesses: SiteAccess[],
    after: Place,
    filter: EventFilter,
    limit: number,
  ): Promise<{ events: EventResponse[]; next: Place }> {
    const end = await findEnd(this.database);
    const range = { after: after.position, to: end.position };
    const rows = await listEvents(this.database, accesses, range, filter, limit);
    const last = rows.at(-1);
    return { events: await this.shown(accesses, rows), next: rows.length === limit && last ? last : end };
  }

  /** The events at some positions of the journal. */
  async at(access: SiteAccess, positions: string[]): Promise<EventResponse[]> {
    if (positions.length === 0) return [];
    return this.shown([access], await listEventsAt(this.database, access, positions));
  }

  /**
   * Where a reader continues: after a cursor, or at the first stored event.
   * @throws InvalidField with the code and the name of the field, DomainError `cursor_gone`
   */
  async startOf(
    accesses: SiteAccess[],
    cursor: string | undefined,
    ...field: [name?: string, code?: ProblemCode]
  ): Promise<Place> {
    const place = cursor === undefined ? START : this.cursors.placeOf(cursor, ...field);
    if (place.position === START.position) return START;
    const found = await findPlace(this.database, place.position);
    if (!found?.chain.startsWith(place.chain)) throw this.gone('unknown');
    const siteIds = accesses.map(({ site }) => site.id);
    if (await areExpired(this.database, siteIds, place.position)) throw this.gone('expired');
    return found;
  }

  /** A place that changes only with entries of these sites: others are not to see how much happens elsewhere. */
  private ownPlace(accesses: SiteAccess[], { position }: Place): Promise<Place> {
    return findLastOf(
      this.database,
      accesses.map(({ site }) => site.id),
      position,
    );
  }

  private gone(reason: 'expired' | 'unknown'): DomainError {
    const why = {
      expired: 'Events after this cursor are older than what the site keeps.',
      unknown:
        'The database was restored to a state that does not have the event of this cursor, or has another secret.',
    }[reason];
    return new DomainError('cursor_gone', why, { reason, restart_at: this.cursors.of(START) });
  }

  private async shown(accesses: SiteAccess[], rows: EventRow[]): Promise<EventResponse[]> {
    const now = this.clock.now();
    const records = new Map<string, object>();
    for (const access of accesses) {
      const mine = rows.filter(({ site }) => site === access.site.id);
      for (const kind of new Set(mine.map((row) => row.kind))) {
        const ids = new Set(mine.filter((row) => row.kind === kind).map((row) => row.subject_id));
        const found = await readRecords(this.database, access, kind, [...ids], now);
        for (const [id, record] of found) records.set(`${kind} ${id}`, record);
      }
    }
    const bySite = new Map(accesses.map((access) => [access.site.id, access]));
    return rows.flatMap((row) => {
      const access = bySite.get(row.site);
      return access
        ? [toEvent(access, row, this.cursors.of(row), records.get(`${row.kind} ${row.subject_id}`) ?? null)]
        : [];
    });
  }
}

const isBefore = (one: Place, other: Place): boolean => Number(one.position) < Number(other.position);

function toEvent(access: SiteAccess, row: EventRow, cursor: string, data: object | null): EventResponse {
  const { version } = (data ?? {}) as { version?: number };
  return {
    id: row.id,
    cursor,
    type: row.type,
    site: row.site,
    occurred_at: row.occurred_at,
    recorded_at: row.recorded_at,
    actor: row.actor,
    resource: { type: row.kind, _id: row.subject_id, version: version ?? null },
    changes: visibleChanges(access, row.changes),
    data,
    caused_by: row.caused_by,
    request_id: row.request_id,
    emptied_at: row.emptied_at,
  };
}

/** @throws InvalidField `invalid_query` */
export function filterOf({ type, resource }: EventFilterQuery): EventFilter {
  const isKind = KINDS.includes(resource as EventKind);
  if (resource !== undefined && !isKind && !isId(resource))
    throw new InvalidField('invalid_query', 'resource', `must be an id, or one of ${KINDS.join(', ')}`);
  return {
    types: type === undefined ? undefined : typesOf(type),
    resource: isKind ? undefined : resource,
    kind: isKind ? (resource as EventKind) : undefined,
  };
}

/** Types as patterns of SQL. @throws InvalidField with the code and the name of the field */
export function typesOf(given: string, name = 'type', code: ProblemCode = 'invalid_query'): string[] {
  return given.split(',').map((each) => {
    const type = each.trim();
    if (!/^[a-z_]+\.(\*|[a-z_]+)$/.test(type))
      throw new InvalidField(code, name, 'must be types such as booking.created or booking.*, separated by commas');
    return type.endsWith('*') ? `${escapeLike(type.slice(0, -1))}%` : escapeLike(type);
  });
}
