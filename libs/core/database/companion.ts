import type { PoolClient } from 'pg';
import { requestContext } from '#libs/core/logging/request-context';
import { run } from '#libs/core/database/statement';
import { pipelined } from '#libs/core/database/transaction';

/** A statement of a request that leaves together with the first one after it, in one packet, where there is one. */
export class Companion<Row = unknown> {
  private isSent = false;
  private result: Promise<Row[]> | undefined;

  constructor(
    private readonly text: string,
    private readonly values: unknown[],
    /** What it finds, where no other statement is there to leave with. */
    private readonly alone: () => Promise<Row[]>,
  ) {}

  /** Sends it as soon as there is a connection, before what is sent there later. The result may be a failure. */
  sendOn(connection: Promise<PoolClient>): Promise<unknown> {
    const sent = connection.then((client) => run<Row>(client, this.text, this.values), this.alone);
    return this.send(() => sent);
  }

  /** Its rows. Unless it was sent before, it is sent now. */
  rows(): Promise<Row[]> {
    return this.result ?? this.send(this.alone);
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
