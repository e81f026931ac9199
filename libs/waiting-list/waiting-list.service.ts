import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudit } from '#libs/accounts/audit/audit';
import { createdChanges, updatedChanges } from '#libs/accounts/audit/audit-changes';
import { changesOf } from '#libs/core/collections/changes';
import { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { DomainError, InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { normalized } from '#libs/core/text/normalized';
import { Clock } from '#libs/core/time/clock';
import { dateOf, instantOf, isAcceptedDate, localDate } from '#libs/core/time/site-time';
import type {
  CreateWaitingEntryRequest,
  ListWaitingQuery,
  UpdateWaitingEntryRequest,
  WaitingEntryResponse,
  WaitingFilters,
  WaitingPageResponse,
  WaitingState,
} from '#libs/waiting-list/waiting-list.dto';
import {
  findEntry,
  findNameOf,
  hasOneOfNames,
  hasReference,
  isAllocatable,
  insertEntry,
  listEntries,
  lockEntry,
  type Reference,
  setWithdrawn,
  type StoredEntry,
  updateEntry,
} from '#libs/waiting-list/waiting-list.queries';

/** The waiting list: people who wait for a place. */
@Injectable()
export class WaitingListService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(access: SiteAccess, query: ListWaitingQuery): Promise<WaitingPageResponse> {
    const { limit, skip } = query;
    const filters = inSiteDates(query, access.site.timeZone);
    return { ...(await listEntries(this.database, access.site.id, filters, this.today(access))), limit, skip };
  }

  /** @throws NotFound */
  async get(access: SiteAccess, id: string, sql: Sql = this.database): Promise<WaitingEntryResponse> {
    const entry = await findEntry(sql, access.site.id, id, this.today(access));
    if (!entry) throw new NotFound('The entry');
    return entry;
  }

  /** @throws UnknownReference, InvalidField */
  async create(access: SiteAccess, request: CreateWaitingEntryRequest, id = newId()): Promise<WaitingEntryResponse> {
    const entry = storedOf(BLANK, request, access.site.timeZone, this.clock.now());
    return this.database.transaction(async (tx) => {
      await requireReferences(tx, access.site.id, entry);
      requireWho(entry);
      await insertEntry(tx, access.site.id, id, entry, this.by(access));
      await this.note(tx, access, id, 'created', createdChanges(entry));
      return this.get(access, id, tx);
    });
  }

  /** @throws NotFound, VersionMismatch, UnknownReference, InvalidField, DomainError `waiting_state` */
  async update(
    access: SiteAccess,
    id: string,
    request: UpdateWaitingEntryRequest,
    version?: number,
  ): Promise<WaitingEntryResponse> {
    return this.database.transaction(async (tx) => {
      const locked = await this.lock(tx, access, id, version);
      requireState(locked, ['waiting', 'offered', 'lapsed']);
      const before = fieldsOf(locked);
      const after = storedOf(before, request, access.site.timeZone, this.clock.now());
      const changes = changesOf(before, after);
      if (Object.keys(changes).length === 0) return this.get(access, id, tx);
      requireOfferKept(locked, Object.keys(changes));
      await this.requireOwnTexts(tx, access, before, changes, request);
      await requireReferences(tx, access.site.id, changes);
      requireWho(after);
      await updateEntry(tx, access.site.id, id, after, this.by(access));
      await this.note(tx, access, id, 'updated', updatedChanges(before, changes));
      return this.get(access, id, tx);
    });
  }

  /** Nobody waits any more; the entry is kept. @throws NotFound, VersionMismatch, DomainError `waiting_state` */
  async withdraw(access: SiteAccess, id: string, version?: number): Promise<WaitingEntryResponse> {
    return this.database.transaction(async (tx) => {
      const locked = await this.lock(tx, access, id, version);
      if (locked.state === 'withdrawn') return this.get(access, id, tx);
      requireState(locked, ['waiting', 'lapsed']);
      await setWithdrawn(tx, access.site.id, id, this.by(access));
      await this.note(tx, access, id, 'withdrawn', []);
      return this.get(access, id, tx);
    });
  }

  /** An entry for the rest of the transaction. @throws NotFound, VersionMismatch */
  async lock(tx: Transaction, access: SiteAccess, id: string, version?: number): Promise<WaitingEntryResponse> {
    const entry = await lockEntry(tx, access.site.id, id, this.today(access));
    if (!entry) throw new NotFound('The entry');
    requireVersion(entry.version, version);
    return entry;
  }

  async note(tx: Transaction, access: SiteAccess, id: string, what: string, changes: Required<AuditEntry>['changes']) {
    await recordAudit(tx, access.caller, this.clock.now(), {
      siteId: access.site.id,
      action: `waiting_entry.${what}`,
      subjectKind: 'waiting_entry',
      subjectId: id,
      changes,
    });
  }

  /**
   * Somebody of another name than that of an entry is hardly who waits: what was written there would be taken for what is said of them.
   * @throws InvalidField
   */
  async requireNamesake(
    tx: Transaction,
    { site }: SiteAccess,
    entry: WaitingEntryResponse,
    lead: string,
  ): Promise<void> {
    const name = await findNameOf(tx, site.id, lead);
    if (name === undefined || entry.name === null || TEXTS.every((field) => entry[field] === null)) return;
    if (await areNamesakes(tx, site.id, [name, entry.name], lead)) return;
    const detail = `is ${name}, and ${entry.name} waits: give the entry to that person first, with the contact and notes that are theirs`;
    throw new InvalidField('validation_failed', '/lead_person', detail);
  }

  /** What was written about one person is not to be taken for what is said of the next one. @throws DomainError `validation_failed` */
  private async requireOwnTexts(
    tx: Transaction,
    { site }: SiteAccess,
    before: StoredEntry,
    changes: Partial<StoredEntry>,
    request: UpdateWaitingEntryRequest,
  ): Promise<void> {
    if (changes.person === undefined && changes.name === undefined) return;
    const kept = TEXTS.filter((field) => before[field] !== null && request[field] === undefined);
    if (kept.length === 0) return;
    const next = changes.name ?? (changes.person ? await findNameOf(tx, site.id, changes.person) : undefined);
    const { name } = before;
    if (name !== null && (await areNamesakes(tx, site.id, [name, next ?? name], changes.person ?? null))) return;
    const detail = 'was written about the person who waited until now: send what is to be said of the next one, or null'; // prettier-ignore
    const errors = kept.map((field) => ({ pointer: `/${field}`, code: 'validation_failed', detail }));
    throw new DomainError('validation_failed', `${kept.join(' and ')} ${detail}.`, {}, errors);
  }

  by = ({ caller }: SiteAccess) => ({ now: this.clock.now(), userId: caller.userId });
  private today = ({ site }: SiteAccess): string => localDate(this.clock.now(), site.timeZone);
}

/** @throws DomainError `waiting_state` when an entry is in none of the states */
export function requireState({ state }: WaitingEntryResponse, states: readonly WaitingState[]): void {
  if (!states.includes(state)) throw new DomainError('waiting_state', `The entry is ${state}.`, { state });
}

const OFFERED_FIELDS = ['person', 'name', 'location_type'];

/** An offer is a booking of its own, for the person and the place of the entry. @throws DomainError `waiting_state` */
function requireOfferKept({ state, booking }: WaitingEntryResponse, changed: string[]): void {
  const fixed = changed.filter((field) => OFFERED_FIELDS.includes(field));
  if (state !== 'offered' || fixed.length === 0) return;
  const detail = `cannot change while the entry has an offer: cancel the booking ${booking} first`;
  const errors = fixed.map((field) => ({ pointer: `/${field}`, code: 'waiting_state', detail }));
  throw new DomainError('waiting_state', `${fixed.join(', ')} ${detail}.`, { state, booking }, errors);
}

const TEXTS = ['contact', 'notes'] as const;

const wordsOf = (name: string): string[] =>
  normalized(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z]{2,}|(?![a-z])\p{L}+/gu) ?? [];
/**
 * Whether two names are those of one person: they have the same words, or one of them has a further one beside two in common, and nobody else of the
 * site has either name.
 */
async function areNamesakes(
  tx: Transaction,
  siteId: string,
  names: readonly [string, string],
  person: string | null,
): Promise<boolean> {
  const [fewer = [], more = []] = names.map((name) => [...new Set(wordsOf(name))]).sort((one, other) => one.length - other.length); // prettier-ignore
  if (!fewer.every((word) => more.includes(word))) return false;
  if (fewer.length === more.length) return true;
  return fewer.length > 1 && more.length === fewer.length + 1 && !(await hasOneOfNames(tx, siteId, names, person));
}

const BLANK = { person: null, name: null, contact: null, location_tree: null, to: null, priority: 0, notes: null };

const fieldsOf = ({ person, name, contact, location_type, location_tree, from, to, since, priority, notes }: WaitingEntryResponse): StoredEntry => // prettier-ignore
  ({ person, name: person === null ? name : null, contact, location_type, location_tree, from, to, since, priority, notes }); // prettier-ignore

/** @throws InvalidField */
function storedOf(
  before: StoredEntry | typeof BLANK,
  request: CreateWaitingEntryRequest | UpdateWaitingEntryRequest,
  timeZone: string,
  now: Date,
): StoredEntry {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const entry = { since: now.toISOString(), ...before, ...given } as StoredEntry;
  // A given person replaces a name, and a given name replaces a person.
  if (request.person && !request.name) entry.name = null;
  if (request.name && !request.person) entry.person = null;
  entry.from = dateOf(entry.from, timeZone);
  entry.to = entry.to === null ? null : dateOf(entry.to, timeZone);
  entry.since = instantOf(entry.since, timeZone).toISOString();
  if (!isAcceptedDate(entry.from))
    throw new InvalidField('invalid_date_range', '/from', `is ${entry.from} in this site: too far`);
  if (entry.to !== null && entry.to <= entry.from)
    throw new InvalidField('invalid_date_range', '/to', `must lie after from, ${entry.from}`);
  if (new Date(entry.since) > now) throw new InvalidField('validation_failed', '/since', 'must not lie in the future');
  return { ...entry, contact: entry.contact || null, notes: entry.notes || null };
}

const WHAT: Record<Reference, string> = { person: 'person', location_type: 'location type', location_tree: 'location' };

/** @throws InvalidField when an entry has no person and no name, or both */
function requireWho({ person, name }: StoredEntry): void {
  if ((person === null) === (name === null))
    throw new InvalidField('validation_failed', '/person', 'is required, or name instead of it');
}

async function requireReferences(tx: Transaction, siteId: string, entry: Partial<StoredEntry>): Promise<void> {
  const wrong = [];
  for (const name of Object.keys(WHAT) as Reference[]) {
    const id = entry[name];
    if (id && !(await hasReference(tx, siteId, name, id))) wrong.push({ pointer: `/${name}`, what: WHAT[name] });
  }
  if (wrong.length > 0) throw new UnknownReference(wrong);
  const { location_type: type } = entry;
  if (type && !(await isAllocatable(tx, siteId, type)))
    throw new InvalidField('location_not_allocatable', '/location_type', 'has no places to book: choose a type that can be allocated to bookings'); // prettier-ignore
}

/** The dates of a query as days of the site. */
export function inSiteDates<Query extends WaitingFilters>(query: Query, timeZone: string): Query {
  const { from, to } = query;
  return { ...query, ...(from && { from: dateOf(from, timeZone) }), ...(to && { to: dateOf(to, timeZone) }) };
}
