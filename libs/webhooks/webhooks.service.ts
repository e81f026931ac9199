import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import { covers, type Role } from '#libs/accounts/access/permissions';
import { recordAudit } from '#libs/accounts/audit/audit';
import { createdChanges, updatedChanges } from '#libs/accounts/audit/audit-changes';
import { changesOf } from '#libs/core/collections/changes';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { purge } from '#libs/core/database/purge';
import { DomainError, InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { seal } from '#libs/core/sealed';
import { Clock } from '#libs/core/time/clock';
import { EventsService, typesOf } from '#libs/events/events.service';
import { addressCheck, hostOf } from '#libs/webhooks/sending/public-address';
import { newSecret, purposeOf } from '#libs/webhooks/sending/signature';
import { Webhook } from '#libs/webhooks/webhook.entity';
import type {
  CreateWebhookRequest,
  UpdateWebhookRequest,
  WebhookResponse,
  WebhookWithSecretResponse,
} from '#libs/webhooks/webhooks.dto';
import { findWebhook, listWebhooks, lockedCount, rotateSecret, webhookExists } from '#libs/webhooks/webhooks.queries';

/** Each event is written down once for each webhook of its site. */
export const MOST_WEBHOOKS = 50;
const OVERLAP_HOURS = 24;

/** Webhooks as administrators see them. Sending is for the worker. */
@Injectable()
export class WebhooksService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventsService,
  ) {}

  list = ({ site }: SiteAccess): Promise<WebhookResponse[]> => listWebhooks(this.database, site.id);

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string, sql: Sql = this.database): Promise<WebhookResponse> {
    const webhook = await findWebhook(sql, site.id, id);
    if (!webhook) throw new NotFound('The webhook');
    return webhook;
  }

  /** It gets what happens from now on. @throws InvalidField for the address and the types, DomainError `forbidden` for the role, `webhook_limit` */
  async create(access: SiteAccess, request: CreateWebhookRequest): Promise<WebhookWithSecretResponse> {
    const [siteId, id, now, secret] = [access.site.id, newId(), this.clock.now(), newSecret()];
    const { role = 'viewer', types = [], description = null, enabled = true } = request;
    requireRole(access, role);
    const fields = { url: this.urlOf(request.url), types: checked(types), role, description, enabled };
    const { position: atPosition } = await this.events.now();
    const sealed = seal(secret, purposeOf(id, this.config));
    const times = { createdAt: now, updatedAt: now };
    await this.database.transaction(async (tx) => {
      if ((await lockedCount(tx, siteId)) >= MOST_WEBHOOKS)
        throw new DomainError('webhook_limit', `A site has at most ${MOST_WEBHOOKS} webhooks.`);
      await tx.repository(Webhook).insert({ siteId, id, ...fields, secret: sealed, atPosition, ...times });
      await this.note(tx, access, id, 'created', createdChanges(fields));
    });
    return { ...(await this.get(access, id)), secret };
  }

  /** @throws NotFound, VersionMismatch, InvalidField */
  async update(
    access: SiteAccess,
    id: string,
    { url, types, description, enabled }: UpdateWebhookRequest,
    version?: number,
  ): Promise<WebhookResponse> {
    const where = { siteId: access.site.id, id };
    const given = {
      ...(url !== undefined && { url: this.urlOf(url) }),
      ...(types !== undefined && { types: checked(types) }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { enabled }),
    };
    return this.database.transaction(async (tx) => {
      const stored = await tx.repository(Webhook).findOne({ where, lock: { mode: 'pessimistic_write' } });
      if (!stored) throw new NotFound('The webhook');
      requireVersion(stored.version, version);
      const changes = changesOf<Partial<Webhook>>(stored, given);
      if (Object.keys(changes).length === 0) return this.get(access, id, tx);
      const isNew = changes.enabled === true || changes.url !== undefined;
      const anew = isNew ? { failures: 0, failingSince: null, resumeAt: new Date(0) } : {};
      const off = changes.enabled === true ? { disabledReason: null } : {};
      const next = { ...changes, ...anew, ...off, version: stored.version + 1, updatedAt: this.clock.now() };
      await tx.repository(Webhook).update(where, next);
      await this.note(tx, access, id, 'updated', updatedChanges(stored, changes));
      return this.get(access, id, tx);
    });
  }

  /** @throws NotFound */
  async remove(access: SiteAccess, id: string): Promise<void> {
    const where = { siteId: access.site.id, id };
    if (!(await webhookExists(this.database, where.siteId, id))) throw new NotFound('The webhook');
    // There may be very many; what is added meanwhile goes with the webhook.
    await purge(this.database, 'webhook_deliveries', 'site_id = $1 AND webhook_id = $2', [where.siteId, id]);
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.repository(Webhook).delete(where);
      if (!affected) throw new NotFound('The webhook');
      await this.note(tx, access, id, 'deleted');
    });
  }

  /** A new secret; what is sent is signed with the old one, too, for a day. @throws NotFound, DomainError `secret_rotated` during that day */
  async rotate(access: SiteAccess, id: string): Promise<WebhookWithSecretResponse> {
    const [siteId, secret, at] = [access.site.id, newSecret(), this.clock.now()];
    const sealed = seal(secret, purposeOf(id, this.config));
    await this.database.transaction(async (tx) => {
      const isRotated = await rotateSecret(tx, siteId, id, { sealed, hours: OVERLAP_HOURS, at });
      if (!isRotated) throw rotatedAlready(await findWebhook(tx, siteId, id));
      await this.note(tx, access, id, 'secret_rotated');
    });
    return { ...(await this.get(access, id)), secret };
  }

  private async note(
    tx: Transaction,
    { site, caller }: SiteAccess,
    id: string,
    what: string,
    changes: ReturnType<typeof createdChanges> = [],
  ): Promise<void> {
    const auditEntry = {
      siteId: site.id,
      action: `webhook.${what}`,
      subjectKind: 'webhook' as const,
      subjectId: id,
      changes,
    };
    await recordAudit(tx, caller, this.clock.now(), auditEntry);
  }

  /** @throws InvalidField `invalid_webhook_url` */
  private urlOf(given: string): string {
    const refuse = (why: string) => new InvalidField('invalid_webhook_url', '/url', why);
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isLocal = this.config.LODGE_MODE === 'local';
    if (!url || !(url.protocol === 'https:' || (isLocal && url.protocol === 'http:')))
      throw refuse('must be an https address');
    if (url.username || url.password) throw refuse('must not hold a password; the signature says who sends it');
    const host = hostOf(url);
    if (isIP(host) && !addressCheck(this.config.WEBHOOK_ALLOWED_ADDRESSES)(host))
      throw refuse('must be on the public internet, or in WEBHOOK_ALLOWED_ADDRESSES of the operator');
    url.hash = '';
    return url.href;
  }
}

function rotatedAlready(webhook: WebhookResponse | undefined): Error {
  if (!webhook) return new NotFound('The webhook');
  const { previous_secret_until: until } = webhook;
  const why = `The receiver may use the secret from before the last rotation until ${until}. Make a new one after that.`;
  return new DomainError('secret_rotated', why, { previous_secret_until: until });
}

function requireRole(access: SiteAccess, role: Role): void {
  const isCovered = covers(access.role, role) && (access.keyRole === undefined || covers(access.keyRole, role));
  if (!isCovered) throw forbidden('webhook.write');
}

/** @throws InvalidField `validation_failed` */
function checked(types: string[]): string[] {
  if (types.length > 0) typesOf(types.join(), '/types', 'validation_failed');
  return types;
}
