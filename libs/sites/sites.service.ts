import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { Caller, SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import type { Sql, Store } from '#libs/core/database/transaction';
import { NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { WORKING_WEEK } from '#libs/core/time/business-hours';
import { dateOf } from '#libs/core/time/site-time';
import { requireNobodyNeedsHours } from '#libs/sla-policies/coverage';
import { byName } from '#libs/core/collections/by-name';
import { changesOf } from '#libs/core/collections/changes';
import { requireCalendar } from '#libs/sites/site-calendar';
import { Site } from '#libs/sites/site.entity';
import { siteChanges } from '#libs/sites/site-trail';
import { type CreateSiteRequest, SiteResponse, type UpdateSiteRequest } from '#libs/sites/sites.dto';
import { addStarters } from '#libs/sites/starter-lists';

const MINE = `
SELECT s.id FROM sites s JOIN users u ON u.id = $1
WHERE (u.owner OR EXISTS (SELECT FROM memberships m WHERE m.site_id = s.id AND m.user_id = u.id))
  AND ($2::uuid IS NULL OR EXISTS (SELECT FROM api_key_scopes c WHERE c.site_id = s.id AND c.api_key_id = $2))`;

@Injectable()
export class SitesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller's sites by name; every site for the owner, and of an API key those it is for. */
  async list({ userId, apiKey }: Caller): Promise<SiteResponse[]> {
    const mine = (await this.database.rows<{ id: string }>(MINE, [userId, apiKey?.id ?? null])).map(({ id }) => id);
    const sites = await this.database.repository(Site).find({
      where: { id: In(mine) },
      order: { name: 'ASC', id: 'ASC' },
    });
    return sites.sort(byName).map(SiteResponse.from);
  }

  /** @throws NotFound */
  get(id: string): Promise<SiteResponse> {
    return find(this.database, id);
  }

  /** Makes a site with the lists that every site begins with. Without a caller it is the operator's doing. */
  async create(request: CreateSiteRequest, caller?: Caller, id = newId()): Promise<SiteResponse> {
    const columns = columnsOf(request, request.time_zone);
    const { businessHours = WORKING_WEEK } = columns;
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      await tx.repository(Site).insert({ id, ...columns, businessHours, createdAt: now, updatedAt: now });
      await addStarters(tx, { siteId: id, businessHours, by: caller?.userId ?? null, at: now });
      await recordAudit(tx, caller, now, { siteId: id, action: 'site.created', subjectKind: 'site', subjectId: id });
      return find(tx, id);
    });
  }

  /** @throws VersionMismatch, DomainError `validation_failed` */
  async update({ site, caller }: SiteAccess, request: UpdateSiteRequest, version?: number): Promise<SiteResponse> {
    return this.database.transaction(async (tx) => {
      // Flags before the site, as who deletes a flag locks them.
      await requireFlags(tx, site.id, request.settings?.evacuation_flags ?? []);
      const stored = await tx.repository(Site).findOne({ where: { id: site.id }, lock: { mode: 'pessimistic_write' } });
      if (!stored) throw new NotFound('The site');
      requireVersion(stored.version, version);
      const changes = changesOf(stored, columnsOf(request, request.time_zone ?? stored.timeZone));
      if (changes.businessHours?.length === 0) await requireNobodyNeedsHours(tx, site.id);
      if (Object.keys(changes).length === 0) return SiteResponse.from(stored);
      const now = this.clock.now();
      await tx.repository(Site).update({ id: site.id }, { ...changes, version: stored.version + 1, updatedAt: now });
      const changed = await find(tx, site.id);
      const subject = { siteId: site.id, subjectKind: 'site' as const, subjectId: site.id };
      const auditEntry = {
        ...subject,
        action: 'site.changed',
        changes: siteChanges(SiteResponse.from(stored), changed),
      };
      await recordAudit(tx, caller, now, auditEntry);
      return changed;
    });
  }
}

const FLAGS = 'SELECT id FROM flags WHERE site_id = $1 AND id = ANY($2::uuid[]) FOR KEY SHARE';

/** @throws UnknownReference for flags that the site does not have */
async function requireFlags(tx: Sql, siteId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.rows<{ id: string }>(FLAGS, [siteId, ids.filter(isId)]);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/settings/evacuation_flags/${index}`, what: 'flag' }],
  );
  if (unknown.length > 0) throw new UnknownReference(unknown);
}

async function find(store: Store, id: string): Promise<SiteResponse> {
  const site = await store.repository(Site).findOneBy({ id });
  if (!site) throw new NotFound('The site');
  return SiteResponse.from(site);
}

/** @throws DomainError `validation_failed` */
function columnsOf(request: UpdateSiteRequest, timeZone: string): Partial<Site> {
  const { name, time_zone, date_order, settings, address, phone, email, colour, language } = request;
  const business_hours = request.business_hours?.map(({ day, from, to }) => ({ day, from, to }));
  const holidays = request.holidays?.map((day) => ({ date: dateOf(day.date, timeZone), name: day.name ?? null }));
  requireCalendar({ business_hours, holidays });
  return {
    name,
    timeZone: time_zone,
    dateOrder: date_order,
    earlyCheckInDays: settings?.early_check_in_days,
    historyWindowDays: settings?.history_window_days,
    correctionMinutes: settings?.correction_minutes,
    requireConfirmedForCheckIn: settings?.require_confirmed_for_check_in,
    eventRetentionDays: settings?.event_retention_days,
    retentionYears: settings?.retention_years,
    evacuationFlagIds: settings?.evacuation_flags && [...new Set(settings.evacuation_flags)],
    businessHours: business_hours,
    address,
    phone,
    email,
    colour,
    language,
    holidays: holidays?.sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
}
