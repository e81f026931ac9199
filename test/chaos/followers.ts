import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { grouped } from '#libs/core/collections/grouped';
import { BOOKING_COLUMNS } from '#libs/bookings/booking-rows';
import { ROW_FIELDS } from '#libs/bookings/booking-fields';
import type { Config } from '#libs/core/config/config';
import { Cursors } from '#libs/events/cursor';
import { KINDS } from '#libs/events/event-kinds';
import { AUDIT_IS_CHANGE } from '#libs/events/journal/trail-columns';
import type { Asked } from '../support/checker.js';
import { Child } from '../support/child.js';
import type { ChaosClient } from './client.js';
import { JWT_SECRET } from './estate.js';

/** An event as the feed has it. */
export interface Heard {
  id: string;
  cursor: string;
  type: string;
  recorded_at: string;
  actor: { _id: string | null };
  resource: { type: string; _id: string };
  changes: { field: string; to: unknown }[];
}

/** Reads the feed of a site from its beginning, by any api that responds, and keeps its position as a client does. */
export class FeedReader {
  readonly events: Heard[] = [];
  private isOver = false;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: ChaosClient,
    private readonly site: string,
  ) {}

  start(): void {
    this.reading = this.read();
    // The caller of finish gets the error.
    this.reading.catch(() => undefined);
  }

  /** Reads to the end of what is there, and stops. */
  async finish(): Promise<void> {
    this.isOver = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    let after = '';
    for (;;) {
      const isLast = this.isOver;
      const { status, body } = await this.client.insist({ path: `/sites/${this.site}/events?limit=97${after}` });
      if (status !== 200) throw new Error(`the feed: ${status} ${JSON.stringify(body)}`);
      this.events.push(...(body.data as Heard[]));
      after = `&after=${body.next_cursor}`;
      if (body.data.length === 0 && isLast) return;
      if (body.data.length === 0) await sleep(20);
    }
  }
}

/** The place of a receiver of webhooks, in which one process after the other listens on one port. */
export class ReceiverSeat {
  private child: Child | undefined;
  private port = 0;

  constructor(private readonly file: string) {}

  async start(): Promise<string> {
    this.child = new Child('receiver', ['test/chaos/receiver.mjs', this.file, String(this.port)], process.env);
    this.port = await this.child.listens();
    return `http://127.0.0.1:${this.port}/`;
  }

  async kill(): Promise<void> {
    await this.child?.end('SIGKILL');
  }

  /** The ids of all events that were acknowledged. */
  get ids(): string[] {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n').slice(0, -1) : [];
  }
}

/** What is compared: the feed that was read, the ids that a webhook brought, and what the database has. */
export interface Books {
  feed: Heard[];
  received: string[];
  /** The ids of all changes that were committed. */
  committed: string[];
  /** The same of each booking, in the order of its trail. */
  trails: Map<string, string[]>;
  /** The rows of all bookings, as the interface names their fields. */
  bookings: Map<string, Record<string, unknown>>;
}

const COMMITTED = `
SELECT id FROM booking_transactions WHERE site_id = $1
UNION ALL SELECT a.id FROM audit_events a WHERE a.site_id = $1 AND ${AUDIT_IS_CHANGE} AND a.subject_kind = ANY($2)`;
const TRAILS = `
SELECT booking_id AS id, array_agg(id ORDER BY sequence) AS ids FROM booking_transactions WHERE site_id = $1 GROUP BY booking_id`;
const BOOKINGS = `SELECT to_jsonb(x) AS row FROM (SELECT ${BOOKING_COLUMNS} FROM bookings b WHERE b.site_id = $1) x`;

/** What the database of a site has, to hold a feed against. */
export async function booksOf(asked: Asked, site: string): Promise<Pick<Books, 'committed' | 'trails' | 'bookings'>> {
  const committed = (await asked.sql<{ id: string }>(COMMITTED, [site, KINDS])).map(({ id }) => id);
  const trails = await asked.sql<{ id: string; ids: string[] }>(TRAILS, [site]);
  const rows = await asked.sql<{ row: Record<string, unknown> & { _id: string } }>(BOOKINGS, [site]);
  return {
    committed,
    trails: new Map(trails.map(({ id, ids }) => [id, ids])),
    bookings: new Map(rows.map(({ row }) => [row._id, row])),
  };
}

const cursors = new Cursors({ JWT_SECRET } as Config);

/** The ids of events that the webhook should have brought and has not: it begins with the event about itself. */
export function notBrought(feed: readonly Heard[], received: readonly string[]): string[] {
  const brought = new Set(received);
  const first = feed.findIndex(({ type }) => type === 'webhook.created');
  return feed.slice(first).flatMap(({ id }) => (brought.has(id) ? [] : [id]));
}

/** Everything by which what was heard differs from what was committed. */
export function differences({ feed, received, committed, trails, bookings }: Books): object[] {
  const read = feed.map(({ id }) => id);
  const places = feed.map(({ cursor }) => cursors.placeOf(cursor).position);
  const [known, heard] = [new Set(committed), new Set(read)];
  const heardOf = grouped(feed, ({ resource }) => resource._id);
  const rebuilt = new Map([...heardOf].filter(([id]) => trails.has(id)).map(([id, events]) => [id, rebuild(events)]));
  return [
    ...committed.filter((id) => !heard.has(id)).map((id) => ({ fault: 'a committed change is not in the feed', id })),
    ...read.filter((id) => !known.has(id)).map((id) => ({ fault: 'the feed has what was not committed', id })),
    ...read.filter((id, n) => read.indexOf(id) !== n).map((id) => ({ fault: 'an event came twice', id })),
    ...read.filter((_, n) => n > 0 && Number(places[n]) <= Number(places[n - 1])).map((id) => ({ fault: 'an event came before one of an earlier place', id })),
    ...[...trails].filter(([id, ids]) => ids.join() !== heardOf.get(id)?.map((event) => event.id).join()).map(([id]) => ({ fault: 'events of a booking are not in the order of its trail', id })),
    ...notBrought(feed, received).map((id) => ({ fault: 'an event was not brought by the webhook', id })),
    ...[...bookings].flatMap(([id, row]) => rowDifferences(row, rebuilt.get(id)).map((each) => ({ fault: 'a booking rebuilt from events is another', id, ...each }))),
    ...[...rebuilt.keys()].filter((id) => !bookings.has(id)).map((id) => ({ fault: 'events tell of a booking that is not', id })),
  ]; // prettier-ignore
}

/** A booking from nothing but its events, in their order. */
function rebuild(events: Heard[]): Record<string, unknown> {
  const [first, last] = [events[0] as Heard, events.at(-1) as Heard];
  const told = Object.assign({}, ...events.flatMap(({ changes }) => changes.map(({ field, to }) => ({ [field]: to }))));
  return {
    ...told,
    _id: first.resource._id,
    version: events.length,
    created_at: first.recorded_at,
    created_by: first.actor._id,
    updated_at: last.recorded_at,
    updated_by: last.actor._id,
  };
}

function rowDifferences(row: Record<string, unknown>, rebuilt: Record<string, unknown> = {}): object[] {
  return ROW_FIELDS.filter((field) => field !== 'site')
    .map((field) => ({ field, stored: plain(row[field]), rebuilt: plain(rebuilt[field]) }))
    .filter(({ stored, rebuilt: told }) => stored !== told);
}

// The same instant is written in several ways, and no list is an empty one.
function plain(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'nothing';
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value);
  return isInstant ? new Date(value).toISOString() : JSON.stringify(value);
}
