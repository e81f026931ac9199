import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { recordAudit } from '#libs/accounts/audit';
import type { Caller, SiteAccess } from '#libs/accounts/access';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { type BusinessHours, Site } from '#libs/sites/site.entity';
import { type CreateSiteRequest, SiteResponse, type UpdateSiteRequest } from '#libs/sites/sites.dto';
import { STARTER_CANCELLATION_CODES, STARTER_WELFARE_STATES } from '#libs/sites/starter-lists';
import { WelfareState } from '#libs/sites/welfare-state.entity';

const MINE = `SELECT s.id FROM sites s WHERE $2 OR EXISTS (SELECT FROM memberships m WHERE m.site_id = s.id AND m.user_id = $1)`;

@Injectable()
export class SitesService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The caller's sites by name; every site for the owner. */
  async list({ userId, owner }: Caller): Promise<SiteResponse[]> {
    const mine = (await this.database.rows<{ id: string }>(MINE, [userId, owner])).map(({ id }) => id);
    const sites = await this.database.manager.find(Site, {
      where: { id: In(mine) },
      order: { name: 'ASC', id: 'ASC' },
    });
    return sites.map(SiteResponse.from);
  }

  /** @throws NotFound */
  async get(id: string): Promise<SiteResponse> {
    const site = await this.database.manager.findOneBy(Site, { id });
    if (!site) throw new NotFound('The site');
    return SiteResponse.from(site);
  }

  /** Makes a site with the lists that every site begins with. Without a caller it is the operator's doing. */
  async create(request: CreateSiteRequest, caller?: Caller, id = newId()): Promise<SiteResponse> {
    requireHours(request.business_hours);
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const times = { createdAt: now, updatedAt: now };
      await tx.manager.insert(Site, { id, ...columnsOf(request), ...times });
      const codes = STARTER_CANCELLATION_CODES.map(([code, name]) => ({
        siteId: id,
        id: newId(),
        code,
        name,
        ...times,
      }));
      await tx.manager.insert(CancellationCode, codes);
      const states = STARTER_WELFARE_STATES.map(([name, colour]) => ({
        siteId: id,
        id: newId(),
        name,
        colour,
        ...times,
      }));
      await tx.manager.insert(WelfareState, states);
      await recordAudit(tx, caller, now, { siteId: id, action: 'site.created', subjectKind: 'site', subjectId: id });
    });
    return this.get(id);
  }

  /** @throws VersionMismatch, InvalidField */
  async update({ site }: SiteAccess, request: UpdateSiteRequest, version?: number): Promise<SiteResponse> {
    requireHours(request.business_hours);
    await this.database.transaction(async (tx) => {
      const stored = await tx.manager.findOne(Site, { where: { id: site.id }, lock: { mode: 'pessimistic_write' } });
      if (!stored) throw new NotFound('The site');
      requireVersion(stored.version, version);
      await tx.manager.update(
        Site,
        { id: site.id },
        { ...columnsOf(request), version: stored.version + 1, updatedAt: this.clock.now() },
      );
    });
    return this.get(site.id);
  }
}

function columnsOf({ name, time_zone, date_order, settings, business_hours }: UpdateSiteRequest): Partial<Site> {
  const columns = {
    name,
    timeZone: time_zone,
    dateOrder: date_order,
    earlyCheckInDays: settings?.early_check_in_days,
    historyWindowDays: settings?.history_window_days,
    requireConfirmedForCheckIn: settings?.require_confirmed_for_check_in,
    businessHours: business_hours?.map(({ day, from, to }) => ({ day, from, to })),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function requireHours(hours: BusinessHours[] = []): void {
  hours.forEach((one, index) => {
    const refuse = (detail: string) => new InvalidField('validation_failed', `/business_hours/${index}`, detail);
    if (one.from >= one.to) throw refuse('must end after it begins');
    const overlaps = hours.some(
      (other, place) => place < index && other.day === one.day && other.from < one.to && one.from < other.to,
    );
    if (overlaps) throw refuse(`must not overlap another opening of ${one.day}`);
  });
}
