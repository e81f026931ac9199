import { Injectable } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import type { SiteAccess } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudit, type SubjectKind } from '#libs/accounts/audit/audit';
import { createdChanges, updatedChanges } from '#libs/accounts/audit/audit-changes';
import { Database } from '#libs/core/database/database';
import type { Store, Transaction } from '#libs/core/database/transaction';
import { DomainError, InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { byName } from '#libs/core/collections/by-name';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { Category } from '#libs/sites/category.entity';
import { changesOf } from '#libs/core/collections/changes';
import { Flag } from '#libs/sites/flag.entity';
import { WelfareState } from '#libs/sites/welfare-state.entity';

const LISTS = { flags: Flag, welfare_states: WelfareState, categories: Category, cancellation_codes: CancellationCode };
export type ListName = keyof typeof LISTS;
export type EntryOf<Name extends ListName> = InstanceType<(typeof LISTS)[Name]>;

const duplicateOf = (pointer: string) => () =>
  new InvalidField('duplicate_name', pointer, 'is taken by another entry of this list');
const referred = () => new DomainError('in_use', 'Other records refer to this entry.');

const CLASHES = {
  flags_name_1: duplicateOf('/name'),
  welfare_states_name_1: duplicateOf('/name'),
  categories_name_1: duplicateOf('/name'),
  cancellation_codes_code_1: duplicateOf('/code'),
  student_flags_flag_1: referred,
  booking_flags_flag_1: referred,
  students_welfare_1: referred,
  bookings_code_1: referred,
  sla_policy_categories_category_1: referred,
};

/** A row of any list, as far as this service handles it. */
interface Entry {
  siteId: string;
  id: string;
  name: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The lists of a site: flags, welfare states, categories and cancellation codes. */
@Injectable()
export class ListsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list<Name extends ListName>(name: Name, { site }: SiteAccess): Promise<EntryOf<Name>[]> {
    const entries = await this.database.repository(table(name)).find({
      where: { siteId: site.id },
      order: { name: 'ASC', id: 'ASC' },
    });
    return entries.sort(byName) as EntryOf<Name>[];
  }

  /** @throws NotFound */
  get<Name extends ListName>(name: Name, access: SiteAccess, id: string): Promise<EntryOf<Name>> {
    return find(this.database, name, access, id);
  }

  /** @throws InvalidField `duplicate_name` */
  create<Name extends ListName>(
    name: Name,
    access: SiteAccess,
    fields: Partial<EntryOf<Name>>,
  ): Promise<EntryOf<Name>> {
    const id = newId();
    return this.write(async (tx) => {
      const now = this.clock.now();
      await tx
        .repository(table(name))
        .insert({ ...fields, siteId: access.site.id, id, createdAt: now, updatedAt: now });
      await recordAudit(tx, access.caller, now, auditEntryOf(name, access, id, 'created', createdChanges(fields)));
      return find(tx, name, access, id);
    });
  }

  /** @throws InvalidField `duplicate_name`, NotFound, VersionMismatch */
  update<Name extends ListName>(
    name: Name,
    access: SiteAccess,
    id: string,
    fields: Partial<EntryOf<Name>>,
    version?: number,
  ): Promise<EntryOf<Name>> {
    return this.write(async (tx) => {
      const entry = await lock(tx, name, access, id);
      requireVersion(entry.version, version);
      const changes = changesOf<object>(entry, fields);
      if (Object.keys(changes).length > 0) {
        const now = this.clock.now();
        const changed = { ...changes, version: entry.version + 1, updatedAt: now };
        await tx.repository(table(name)).update({ siteId: access.site.id, id }, changed);
        await recordAudit(
          tx,
          access.caller,
          now,
          auditEntryOf(name, access, id, 'updated', updatedChanges(entry, changes)),
        );
      }
      return find(tx, name, access, id);
    });
  }

  /** @throws DomainError `in_use`, NotFound, VersionMismatch */
  async delete(name: ListName, access: SiteAccess, id: string, version?: number): Promise<void> {
    await this.write(async (tx) => {
      const entry = await lock(tx, name, access, id);
      requireVersion(entry.version, version);
      await tx.repository(table(name)).delete({ siteId: access.site.id, id });
      if (name === 'flags') await requireNoEvacuationNeed(tx, access.site.id, id);
      await recordAudit(
        tx,
        access.caller,
        this.clock.now(),
        auditEntryOf(name, access, id, 'deleted', lastValues(entry)),
      );
    });
  }

  private write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return mapConstraintErrors(CLASHES, () => this.database.transaction(work));
  }
}

const NEEDED = 'SELECT 1 FROM sites WHERE id = $1 AND $2 = ANY (evacuation_flag_ids)';

/** A flag is locked when a site names it, so the second writer sees the first. @throws DomainError `in_use` */
async function requireNoEvacuationNeed(tx: Transaction, siteId: string, id: string): Promise<void> {
  if ((await tx.rows(NEEDED, [siteId, id])).length > 0) throw referred();
}

const KINDS = {
  flags: 'flag',
  welfare_states: 'welfare_state',
  categories: 'category',
  cancellation_codes: 'cancellation_code',
} as const satisfies Record<ListName, SubjectKind>;

const auditEntryOf = (
  name: ListName,
  { site }: SiteAccess,
  subjectId: string,
  what: 'created' | 'updated' | 'deleted',
  changes: AuditEntry['changes'] = [],
): AuditEntry => ({ siteId: site.id, action: `${KINDS[name]}.${what}`, subjectKind: KINDS[name], subjectId, changes });

/** What an entry said last, as changes to nothing. */
const lastValues = (entry: Entry): AuditEntry['changes'] => {
  const { siteId: _, id: __, version: ___, createdAt: ____, updatedAt: _____, ...values } = entry;
  return Object.entries(values).map(([field, from]: [string, unknown]) => ({ field, from, to: null }));
};

const table = (name: ListName): EntityTarget<Entry> => LISTS[name];

async function find<Name extends ListName>(
  store: Store,
  name: Name,
  { site }: SiteAccess,
  id: string,
): Promise<EntryOf<Name>> {
  const entry = await store.repository(table(name)).findOneBy({ siteId: site.id, id });
  if (!entry) throw new NotFound('The entry');
  return entry as EntryOf<Name>;
}

async function lock(tx: Transaction, name: ListName, { site }: SiteAccess, id: string): Promise<Entry> {
  const entry = await tx.repository(table(name)).findOne({
    where: { siteId: site.id, id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!entry) throw new NotFound('The entry');
  return entry;
}
