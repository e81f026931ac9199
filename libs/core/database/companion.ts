import type { PoolClient } from 'pg';
import { requestContext } from '#libs/core/logging/request-context';
import { run } from '#libs/core/database/statement';
import { pipelined, type Sql } from '#libs/core/database/transaction';

/** A statement of a request that leaves together with the first one after it, in one packet, where there is one. */
export class Companion<Row = unknown> {
  private isSent = false;
  private result: Promise<Row[]> | undefined;

  constructor(
    private readonly text: string,
    private readonly values: unknown[],
    /** What sends it where no other statement does. */
    private readonly alone: Sql,
  ) {}

  /** Sends it as soon as there is a connection, before what is sent there later. The result may be a failure. */
  sendOn(connection: Promise<PoolClient>): Promise<unknown> {
    const sent = connection.then(
      (client) => run<Row>(client, this.text, this.values),
      () => this.alone.rows<Row>(this.text, this.values),
    );
    return this.send(() => sent);
  }

  /** Its rows. Unless it was sent before, it is sent now. */
  rows(): Promise<Row[]> {
    return this.result ?? this.send(() => this.alone.rows<Row>(this.text, this.values));
  }

  get isWaiting(): boolean {
    return !this.isSent;
  }

  private send(statement: () => Promise<Row[]>): Promise<Row[]> {
    this.isSent = true;
    return (this.result = pipelined(statement()));
  }
}

/** The statement that waits for the first one of the request. */
export function companionOfRequest(): Companion | undefined {
  const companion = requestContext()?.companion;
  return companion instanceof Companion && companion.isWaiting ? companion : undefined;
}
