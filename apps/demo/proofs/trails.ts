import type { Page, Transaction } from '../answers.js';
import { instantOf } from '../dates.js';
import { figureOfAll, type Figure } from '../figures.js';
import { movesOf } from '../lives.js';
import type { LodgeClient } from '../lodge-client.js';
import type { Entry } from '../reception.js';
import { TIME_ZONE } from '../site-setup.js';

const SAMPLE = 50;

interface Trail {
  entry: Entry;
  transactions: Transaction[];
}

/** Some bookings from all over the file: their trails contain every step, in sequence and at its time. */
export async function proveTrails(client: LodgeClient, site: string, entries: readonly Entry[]): Promise<Figure> {
  const trails: Trail[] = [];
  for (const entry of sampleOf(entries)) {
    const { data } = await client.get<Page<Transaction>>(`/bookings/${entry.booking}/transactions`, { site });
    trails.push({ entry, transactions: data });
  }
  return figureOfAll('Trails complete, of a sample', trails, isComplete, tell);
}

const sampleOf = (entries: readonly Entry[]): Entry[] =>
  entries.filter(
    (_, index) => Math.floor((index * SAMPLE) / entries.length) !== Math.floor(((index - 1) * SAMPLE) / entries.length),
  );

function isComplete({ entry, transactions }: Trail): boolean {
  const moves = movesOf(entry.reservation);
  const told = transactions.slice(1).map(({ type, occurred_at }) => `${type} ${occurred_at}`);
  const lived = moves.map(({ type, occurred_at }) => `${type} ${instantOf(occurred_at, TIME_ZONE)}`);
  return (
    transactions[0]?.type === 'created' &&
    told.join() === lived.join() &&
    transactions.at(-1)?.to_status === entry.reservation.status &&
    transactions.every(follows)
  );
}

function follows({ sequence, from_status }: Transaction, index: number, all: Transaction[]): boolean {
  const before = all[index - 1];
  return !before || (sequence > before.sequence && from_status === before.to_status);
}

const tell = ({ entry, transactions }: Trail): string =>
  `row ${entry.reservation.row}: ${transactions.map(({ type, occurred_at }) => `${type} ${occurred_at}`).join(', ')}`;
