import type { PoolClient, QueryResult } from 'pg';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { socketOf } from '#libs/core/database/driver-internals';
import { type ReaderOf, run } from '#libs/core/database/statement';
import { DomainError } from '#libs/core/errors/domain-error';
import { isConnectionLost } from '#libs/core/errors/postgres-errors';

/** Anything that runs SQL: the pool, or one transaction. */
export interface Sql {
  /** Its rows, as objects with dates and instants as responses show them unless `reader` makes something else of them. */
  rows<Row>(text: string, values?: unknown[], reader?: ReaderOf<Row>): Promise<Row[]>;
}

/** SQL, and TypeORM's repositories on the same connection, for rows that are read and written one at a time. */
export interface Store extends Sql {
  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity>;
}

/** One open transaction. Its statements are prepared. */
export interface Transaction extends Store {
  /** Runs work as a part that is taken back on its own when it fails. TypeORM's nested transactions do not work here. */
  part<T>(work: () => Promise<T>): Promise<T>;
}

/** A transaction with the statements that begin and end it. */
export interface OpenTransaction extends Transaction {
  command(text: string): Promise<QueryResult>;
  /** Sends the last statement. */
  end(text: string): Promise<QueryResult>;
}

/**
 * A statement that is sent before its result is needed: those after it are sent at once, in one round trip. Its failure
 * counts where it is awaited.
 */
export function pipelined<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => undefined);
  return statement;
}

/** The connection was lost between COMMIT and its response. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super('dependency_unavailable', 'The database went away while it wrote the change, which may have been written.', {
      outcome: 'unknown',
    });
  }
}

/** Runs work and closes it one way or the other. */
export async function settled<T>(
  keep: () => Promise<unknown>,
  undo: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    await keep();
    return result;
  } catch (error) {
    // A connection that is gone has taken everything back already.
    await undo().catch(() => undefined);
    throw error;
  }
}

/** A part of a transaction that can be taken back on its own. */
export async function partOf<T>(tx: OpenTransaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await tx.command('SAVEPOINT part');
  return settled(
    () => tx.command('RELEASE part'),
    () => tx.command('ROLLBACK TO part; RELEASE part'),
    () => work(tx),
  );
}

/** What is sent on a connection before the next turn leaves in one packet. */
export function asOnePacket(client: PoolClient): PoolClient {
  const socket = socketOf(client);
  socket.cork();
  process.nextTick(() => socket.uncork());
  return client;
}

/** The transaction of a connection that is lent for it, with the manager of TypeORM on the same connection. */
export function transactionOn(client: PoolClient, manager: EntityManager): OpenTransaction {
  let open = false;
  let over = false;
  // What is sent in one go leaves in one packet: each packet wakes PostgreSQL up.
  const send = <Result>(statement: () => Promise<Result>): Promise<Result> => {
    // A statement that was not awaited would be written outside of any transaction.
    if (over) return Promise.reject(new Error('the transaction is over'));
    if (!open) {
      open = true;
      asOnePacket(client);
      process.nextTick(() => (open = false));
    }
    return statement();
  };
  const tx: OpenTransaction = {
    repository: (entity) => manager.getRepository(entity),
    part: (work) => partOf(tx, work),
    rows: <Row>(text: string, values: unknown[] = [], reader?: ReaderOf<Row>) =>
      send(() => run<Row>(client, text, values, reader)),
    command: (statement) => send(() => client.query(statement)),
    end: (statement) => {
      const sent = tx.command(statement);
      over = true;
      return sent;
    },
  };
  return tx;
}

/** Commits. @throws OutcomeUnknown when the connection breaks before PostgreSQL confirms */
export async function committed(tx: OpenTransaction): Promise<void> {
  let command: string;
  try {
    ({ command } = await tx.end('COMMIT'));
  } catch (error) {
    throw isConnectionLost(error) ? new OutcomeUnknown() : error;
  }
  // PostgreSQL takes the COMMIT of a transaction in which something failed for a ROLLBACK, without a word.
  if (command === 'ROLLBACK') throw new Error('a statement that nobody waited for has failed');
}
