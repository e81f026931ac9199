import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { CategoryAlreadyCovered, requireCategories, requireHours } from '#libs/sla-policies/coverage';
import {
  type CreateSlaPolicyRequest,
  SlaPolicyResponse,
  type TargetsRequest,
  type UpdateSlaPolicyRequest,
} from '#libs/sla-policies/sla-policies.dto';
import {
  deletePolicy,
  findCovers,
  findPolicy,
  insertPolicy,
  listPolicies,
  lockPolicy,
  type PolicyFields,
  type PolicyRow,
  updatePolicy,
} from '#libs/sla-policies/sla-policies.queries';
import { minutesOf, requireTargets } from '#libs/sla-policies/targets';

@Injectable()
export class SlaPoliciesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list({ site }: SiteAccess): Promise<SlaPolicyResponse[]> {
    return (await listPolicies(this.database, site.id)).map(SlaPolicyResponse.from);
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string): Promise<SlaPolicyResponse> {
    return SlaPolicyResponse.from(found(await findPolicy(this.database, site.id, id)));
  }

  /** @throws CategoryAlreadyCovered, UnknownReference, DomainError `invalid_targets` or `business_hours_required` */
  create(access: SiteAccess, request: CreateSlaPolicyRequest, id = newId()): Promise<SlaPolicyResponse> {
    const { site, caller } = access;
    return this.write(access, id, 'sla_policy.created', async (tx, at) => {
      const fields = await settle(tx, site.id, EMPTY, request);
      const taken = await insertPolicy(tx, site.id, id, fields, caller.userId, at);
      await requireUncovered(tx, site.id, taken, request);
      return changesOf(EMPTY, fields);
    });
  }

  /** What is left out stays; targets are replaced as a whole. @throws as create does, and NotFound, VersionMismatch */
  update(
    access: SiteAccess,
    id: string,
    request: UpdateSlaPolicyRequest,
    version?: number,
  ): Promise<SlaPolicyResponse> {
    const { site } = access;
    return this.write(access, id, 'sla_policy.updated', async (tx, at) => {
      const stored = found(await lockPolicy(tx, site.id, id));
      requireVersion(stored.version, version);
      const fields = await settle(tx, site.id, fieldsOf(stored), request);
      const changes = changesOf(fieldsOf(stored), fields);
      if (changes.length === 0) return changes;
      const taken = await updatePolicy(tx, site.id, id, fields, at);
      await requireUncovered(tx, site.id, taken, request);
      return changes;
    });
  }

  /** @throws NotFound, VersionMismatch */
  async delete({ site, caller }: SiteAccess, id: string, version?: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const stored = found(await lockPolicy(tx, site.id, id));
      requireVersion(stored.version, version);
      await deletePolicy(tx, site.id, id);
      const changes = changesOf(fieldsOf(stored), EMPTY);
      const auditEntry = { ...subject(site.id, id), action: 'sla_policy.deleted', changes };
      await recordAudit(tx, caller, this.clock.now(), auditEntry);
    });
  }

  private write(
    { site, caller }: SiteAccess,
    id: string,
    action: string,
    change: (tx: Transaction, at: Date) => Promise<Change[]>,
  ): Promise<SlaPolicyResponse> {
    return this.database.transaction(async (tx) => {
      const at = this.clock.now();
      const changes = await change(tx, at);
      if (changes.length > 0) await recordAudit(tx, caller, at, { ...subject(site.id, id), action, changes });
      return SlaPolicyResponse.from(found(await findPolicy(tx, site.id, id)));
    });
  }
}

interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

const subject = (siteId: string, id: string) => ({ siteId, subjectKind: 'sla_policy' as const, subjectId: id });

const EMPTY: PolicyFields = {
  name: '',
  enabled: true,
  category_ids: [],
  first_response_minutes: null,
  resolution_minutes: null,
  escalation_minutes: null,
  business_hours_only: false,
};

const fieldsOf = (row: PolicyRow): PolicyFields => ({
  name: row.name,
  enabled: row.enabled,
  category_ids: row.category_ids,
  first_response_minutes: row.first_response_minutes,
  resolution_minutes: row.resolution_minutes,
  escalation_minutes: row.escalation_minutes,
  business_hours_only: row.business_hours_only,
});

const changesOf = (from: PolicyFields, to: PolicyFields): Change[] =>
  (Object.keys(EMPTY) as (keyof PolicyFields)[])
    .filter((field) => !isDeepStrictEqual(from[field], to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }));

/** The policy after the change, if the change is valid. */
async function settle(
  tx: Transaction,
  siteId: string,
  stored: PolicyFields,
  { name, category_ids, enabled, targets }: UpdateSlaPolicyRequest,
): Promise<PolicyFields> {
  requireTargets(targets);
  if (category_ids) await requireCategories(tx, siteId, category_ids);
  const fields = {
    ...stored,
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(category_ids === undefined ? {} : { category_ids }),
    ...(targets === undefined ? {} : columnsOf(targets)),
  };
  await requireHours(tx, siteId, fields);
  return fields;
}

const columnsOf = (targets: TargetsRequest) => ({
  first_response_minutes: minutesOf(targets.first_response),
  resolution_minutes: minutesOf(targets.resolution),
  escalation_minutes: minutesOf(targets.escalation),
  business_hours_only: targets.business_hours_only ?? false,
});

/** @throws CategoryAlreadyCovered */
async function requireUncovered(
  tx: Transaction,
  siteId: string,
  taken: string[],
  { category_ids }: UpdateSlaPolicyRequest,
): Promise<void> {
  if (taken.length > 0) throw new CategoryAlreadyCovered(taken, await findCovers(tx, siteId, taken), category_ids);
}

function found(row: PolicyRow | undefined): PolicyRow {
  if (!row) throw new NotFound('The SLA policy');
  return row;
}
