import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { Outbox } from '#libs/core/mail/outbox';
import { sha256 } from '#libs/core/text/sha256';
import { Clock } from '#libs/core/time/clock';
import { instantOf } from '#libs/core/time/site-time';
import type { Caller } from '#libs/accounts/access/access';
import { KEY_MARK } from '#libs/accounts/api-keys/api-key-access';
import type { ApiKeyResponse, CreateApiKeyRequest, CreatedApiKeyResponse } from '#libs/accounts/api-keys/api-keys.dto';
import { endApiKey, findOwnRoles, insertApiKey, listApiKeys } from '#libs/accounts/api-keys/api-keys.queries';
import { recordAudit } from '#libs/accounts/audit/audit';
import { covers, type Role } from '#libs/accounts/access/permissions';

const PREFIX_LENGTH = 12;
const DAY_MS = 86_400_000;

/** Personal API keys: 256 bits, stored as a hash, with a role for each site they are for. */
@Injectable()
export class ApiKeysService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  list({ userId }: Caller): Promise<ApiKeyResponse[]> {
    return listApiKeys(this.database, userId);
  }

  /** @throws DomainError `unknown_reference`, `validation_failed` */
  async create(caller: Caller, request: CreateApiKeyRequest): Promise<CreatedApiKeyResponse> {
    const { userId } = caller;
    const [id, now] = [newId(), this.clock.now()];
    const key = `${KEY_MARK}${randomBytes(32).toString('base64url')}`;
    const expiresAt = this.expiryOf(request, now);
    const { scopes } = request;
    const { made, mailId } = await this.database.transaction(async (tx) => {
      requireScopes(scopes, await findOwnRoles(tx, userId, scopes.map(({ site }) => site).filter(isId)));
      const prefix = key.slice(0, PREFIX_LENGTH);
      const { name } = request;
      const keyHash = sha256(key);
      await insertApiKey(tx, { id, userId, name, prefix, keyHash, createdAt: now, expiresAt, scopes });
      const changes = scopes.map(({ site, role }) => ({ field: `scopes/${site}`, from: null, to: role }));
      const auditEntry = { siteId: null, action: 'api_key.created', subjectKind: 'api_key' as const, subjectId: id };
      await recordAudit(tx, caller, now, { ...auditEntry, changes });
      const mail = { kind: 'notice' as const, userId, to: caller.email, ...notice(request.name) };
      const mailId = await this.outbox.promise(tx, mail);
      return { made: (await listApiKeys(tx, userId, id))[0] as ApiKeyResponse, mailId };
    });
    await this.outbox.send(mailId);
    return { ...made, key };
  }

  private expiryOf({ expires_at: given }: CreateApiKeyRequest, now: Date): Date {
    const days = this.config.API_KEY_MAX_DAYS;
    const last = new Date(now.getTime() + days * DAY_MS);
    const expiresAt = given ? instantOf(given, 'UTC') : last;
    if (expiresAt <= now) throw new InvalidField('validation_failed', '/expires_at', 'must lie in the future');
    if (expiresAt > last)
      throw new InvalidField('validation_failed', '/expires_at', `must not be more than ${days} days away`);
    return expiresAt;
  }

  /** @throws NotFound */
  async end(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const name = await endApiKey(tx, caller.userId, id, now);
      if (name === undefined) throw new NotFound('The API key');
      const auditEntry = { siteId: null, action: 'api_key.ended', subjectKind: 'api_key' as const, subjectId: id };
      await recordAudit(tx, caller, now, auditEntry);
    });
  }
}

function requireScopes(scopes: { site: string; role: Role }[], own: Map<string, Role>): void {
  const unknown = scopes.flatMap(({ site }, index) =>
    own.has(site) ? [] : [{ pointer: `/scopes/${index}/site`, what: 'site' }],
  );
  if (unknown.length > 0) throw new UnknownReference(unknown);
  scopes.forEach(({ site, role }, index) => {
    const pointer = `/scopes/${index}`;
    if (scopes.findIndex((other) => other.site === site) !== index)
      throw new InvalidField('validation_failed', pointer, 'must not name a site twice');
    if (!covers(own.get(site) as Role, role))
      throw new InvalidField('validation_failed', `${pointer}/role`, 'must not be more than your own role there');
  });
}

const notice = (name: string) => ({
  subject: 'A new API key of your account',
  text: `The API key "${name}" was created for your Lodge account just now. If that was not you, end it and change your password.`,
});
