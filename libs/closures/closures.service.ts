import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudit } from '#libs/accounts/audit/audit';
import { createdChanges } from '#libs/accounts/audit/audit-changes';
import { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { dateOf, localDate } from '#libs/core/time/site-time';
import { closePlaces, type Closing, openPlaces } from '#libs/occupancy/close-places.queries';
import { matchAllWaiting } from '#libs/occupancy/waiting.queries';
import { ATTEMPTS, findHolders, lockPlaces } from '#libs/occupancy/places.queries';
import type {
  ClosurePageResponse,
  ClosureResponse,
  CreateClosureRequest,
  EndClosureRequest,
  ListClosuresQuery,
  UpdateClosureRequest,
} from '#libs/closures/closures.dto';
import {
  findClosure,
  insertClosure,
  listClosures,
  lockClosure,
  type StoredClosure,
  updateClosure,
} from '#libs/closures/closures.queries';
import { requireLocation } from '#libs/locations/location-exists.queries';
import { conflict } from '#libs/closures/closure-conflict';
import { changesBetween, datesOf, fieldsOf, tidied } from '#libs/closures/closure-fields';

/** Takes locations out of service. A closure has its nights under the same constraint as every stay. */
@Injectable()
export class ClosuresService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list({ site }: SiteAccess, query: ListClosuresQuery): Promise<ClosurePageResponse> {
    const { limit, skip } = query;
    const { from, to } = datesOf(query, site.timeZone);
    const inDates = { ...query, ...(from && { from }), ...(to && { to }) };
    return { ...(await listClosures(this.database, site.id, inDates)), limit, skip };
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string, sql: Sql = this.database): Promise<ClosureResponse> {
    const closure = await findClosure(sql, site.id, id);
    if (!closure) throw new NotFound('The closure');
    return closure;
  }

  /** @throws UnknownReference, InvalidField, DomainError `closure_conflict` with what is in the way */
  async create(access: SiteAccess, request: CreateClosureRequest, id = newId()): Promise<ClosureResponse> {
    const { id: siteId, timeZone } = access.site;
    const closure = { id, to: null, reason: null, notes: null, ...request, ...datesOf(request, timeZone) };
    const stored = tidied(closure);
    return this.database.transaction(async (tx) => {
      await requireLocation(tx, siteId, stored.location);
      await lockPlaces(tx, siteId, [stored.location]);
      await insertClosure(tx, siteId, stored, this.by(access));
      await this.take(tx, access, stored);
      await this.note(tx, access, id, 'created', createdChanges(fieldsOf(stored)));
      return this.get(access, closure.id, tx);
    });
  }

  /** @throws NotFound, VersionMismatch, UnknownReference, InvalidField, DomainError `closure_conflict` */
  async update(
    access: SiteAccess,
    id: string,
    request: UpdateClosureRequest,
    version?: number,
  ): Promise<ClosureResponse> {
    const { id: siteId, timeZone } = access.site;
    return this.database.transaction(async (tx) => {
      const { _id, ...before } = await this.lock(tx, siteId, id, version);
      const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
      const after = tidied({ id, ...before, ...given, ...datesOf(request, timeZone) });
      if (after.location !== before.location) await requireLocation(tx, siteId, after.location);
      await this.replace(tx, access, before, after);
      await this.note(tx, access, id, 'updated', changesBetween(before, after));
      const waiting = await this.waitingFor(tx, access, before);
      return { ...(await this.get(access, id, tx)), waiting };
    });
  }

  /** Opens the location again on a day, today unless another is given. @throws NotFound, VersionMismatch, InvalidField */
  async end(access: SiteAccess, id: string, request: EndClosureRequest, version?: number): Promise<ClosureResponse> {
    const { id: siteId, timeZone } = access.site;
    const on = request.on === undefined ? this.today(access) : dateOf(request.on, timeZone);
    return this.database.transaction(async (tx) => {
      const { _id, ...before } = await this.lock(tx, siteId, id, version);
      // One that has not begun has no night left.
      const to = on < before.from ? before.from : on;
      if (before.to !== null && to > before.to)
        throw new InvalidField('invalid_date_range', '/on', `must not lie after its end, ${before.to}`);
      if (to === before.to) return { ...(await this.get(access, id, tx)), waiting: [] };
      await this.replace(tx, access, before, { ...before, id, to });
      await this.note(tx, access, id, 'ended', [{ field: 'to', from: before.to, to }]);
      const waiting = await this.waitingFor(tx, access, before);
      return { ...(await this.get(access, id, tx)), waiting };
    });
  }

  /** The people who wait for nights that the closure had before. */
  private waitingFor(tx: Transaction, access: SiteAccess, { location, from, to }: Omit<StoredClosure, 'id'>) {
    const day = { siteId: access.site.id, today: this.today(access), now: this.clock.now() };
    return matchAllWaiting(tx, day, [{ location, from, to }]);
  }

  private async lock(tx: Transaction, siteId: string, id: string, version?: number): Promise<ClosureResponse> {
    const closure = await lockClosure(tx, siteId, id);
    if (!closure) throw new NotFound('The closure');
    requireVersion(closure.version, version);
    return closure;
  }

  private async replace(
    tx: Transaction,
    access: SiteAccess,
    before: Pick<ClosureResponse, 'location' | 'from' | 'to'>,
    after: StoredClosure,
  ): Promise<void> {
    const { id: siteId } = access.site;
    await updateClosure(tx, siteId, after, this.by(access));
    if (after.location === before.location && after.from === before.from && after.to === before.to) return;
    await lockPlaces(tx, siteId, [before.location, after.location]);
    const stays = after.location === before.location;
    const places = await openPlaces(tx, siteId, after.id);
    const kept = stays && after.from === before.from ? places : undefined;
    await this.take(tx, access, after, stays ? { ...before, kept } : undefined);
  }

  private async take(tx: Transaction, access: SiteAccess, closure: StoredClosure, had?: Closing['had']): Promise<void> {
    const { id: closureId, location: locationId, to } = closure;
    // What it has already is in nobody's way: only nights after its old end are new.
    const from = had?.kept ? (had.to ?? had.from) : closure.from;
    const place = { siteId: access.site.id, today: this.today(access), locationId, from, to };
    const closing = { ...place, closureId, had };
    const refused = new Refused();
    for (let attempt = 1; ; attempt++) {
      const closed = await tx
        .part(async () => {
          if (!(await closePlaces(tx, closing))) throw refused;
          return true;
        })
        .catch((error: unknown) => {
          if (error === refused) return false;
          throw error;
        });
      if (closed) return;
      const stay = { ...place, bookingId: closureId, segment: 1, resident: false, turnaround: 0 };
      const holders = await findHolders(tx, stay);
      if (holders.length > 0 || attempt === ATTEMPTS) throw conflict(holders);
    }
  }

  private async note(
    tx: Transaction,
    access: SiteAccess,
    id: string,
    what: string,
    changes: Required<AuditEntry>['changes'],
  ) {
    await recordAudit(tx, access.caller, this.clock.now(), {
      siteId: access.site.id,
      action: `closure.${what}`,
      subjectKind: 'closure',
      subjectId: id,
      changes,
    });
  }

  private today = ({ site }: SiteAccess): string => localDate(this.clock.now(), site.timeZone);
  private by = ({ caller }: SiteAccess) => ({ now: this.clock.now(), userId: caller.userId });
}

class Refused extends Error {}
