import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import type { Transaction } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { paintLogo } from '#libs/sites/paint-logo';
import { SiteLogo } from '#libs/sites/site-logo.entity';
import { Site } from '#libs/sites/site.entity';
import { SiteResponse } from '#libs/sites/sites.dto';

/** The logo of a site. It has an id, which is another with each picture, so that a change of it is a change of the site. */
@Injectable()
export class LogosService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(siteId: string): Promise<Buffer | undefined> {
    return (await this.database.repository(SiteLogo).findOneBy({ siteId }))?.png;
  }

  /** @throws InvalidField `invalid_image`, VersionMismatch */
  async put(access: SiteAccess, image: string, version?: number): Promise<SiteResponse> {
    const png = await paintLogo(image);
    return this.database.transaction(async (tx) => {
      const site = await lock(tx, access, version);
      await tx.repository(SiteLogo).upsert({ siteId: site.id, png }, ['siteId']);
      return this.note(tx, access, site, newId());
    });
  }

  /** Without a logo nothing changes. @throws VersionMismatch */
  async remove(access: SiteAccess, version?: number): Promise<SiteResponse> {
    return this.database.transaction(async (tx) => {
      const site = await lock(tx, access, version);
      if (site.logoId === null) return SiteResponse.from(site);
      await tx.repository(SiteLogo).delete({ siteId: site.id });
      return this.note(tx, access, site, null);
    });
  }

  private async note(tx: Transaction, access: SiteAccess, before: Site, logoId: string | null): Promise<SiteResponse> {
    const [at, id] = [this.clock.now(), before.id];
    await tx.repository(Site).update({ id }, { logoId, version: before.version + 1, updatedAt: at });
    const auditEntry = { siteId: id, action: 'site.changed', subjectKind: 'site' as const, subjectId: id };
    const changes = [{ field: 'logo', from: before.logoId, to: logoId }];
    await recordAudit(tx, access.caller, at, { ...auditEntry, changes });
    return SiteResponse.from({ ...before, logoId, version: before.version + 1, updatedAt: at });
  }
}

async function lock(tx: Transaction, { site }: SiteAccess, version?: number): Promise<Site> {
  const found = await tx.repository(Site).findOne({ where: { id: site.id }, lock: { mode: 'pessimistic_write' } });
  if (!found) throw new NotFound('The site');
  requireVersion(found.version, version);
  return found;
}
