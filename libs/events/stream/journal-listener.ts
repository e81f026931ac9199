import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '#libs/core/config/config';
import { CHANNEL } from '#libs/events/journal/numbering.queries';

const AGAIN_MS = 1_000;
const ANSWER_MS = 5_000;
// The triggers of migration 1768400000000 notify it.
const ACCESS_CHANNEL = 'lodge_access';

/** What is called when something was heard. */
export interface Heard {
  /** The journal has grown, or the connection is a new one. */
  grown: () => void;
  /** An access of a user has ended or changed; of any user when the connection is a new one. */
  accessChanged: (userId?: string) => void;
}

/** Hears that the journal has grown, and which accesses have ended: one connection for all who want to know. */
@Injectable()
export class JournalListener implements OnModuleDestroy {
  private readonly logger = new Logger('events');
  private readonly told = new Set<Heard>();
  private client: pg.Client | undefined;
  private answer = Promise.resolve(true);
  private nextAnswer: Promise<boolean> | undefined;
  private begun = false;
  private stopping = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The first call connects. */
  listen(heard: Heard): void {
    this.told.add(heard);
    if (!this.begun) void this.connect();
  }

  /**
   * Whether everything that was committed before this call has now been heard. PostgreSQL sends what was notified before it
   * answers the next query of the connection. Calls during such a query share the next one.
   */
  hasHeardAll(): Promise<boolean> {
    return (this.nextAnswer ??= this.answer.then(() => {
      this.nextAnswer = undefined;
      return (this.answer = this.ask());
    }));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.client?.end().catch(() => undefined);
  }

  private async ask(): Promise<boolean> {
    const { client } = this;
    if (!client) return false;
    try {
      await client.query('SELECT');
      return client === this.client;
    } catch {
      if (client === this.client) this.client = undefined;
      void client.end().catch(() => undefined);
      return false;
    }
  }

  private async connect(): Promise<void> {
    this.begun = true;
    while (!this.stopping) {
      const client = new pg.Client({
        connectionString: this.config.DATABASE_URL,
        application_name: 'lodge-events',
        keepAlive: true,
        query_timeout: ANSWER_MS,
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
      try {
        await client.connect();
        client.on('notification', ({ channel, payload }) => {
          for (const heard of this.told) {
            if (channel === CHANNEL) heard.grown();
            else heard.accessChanged(payload);
          }
        });
        await client.query(`LISTEN ${CHANNEL}; LISTEN ${ACCESS_CHANNEL}`);
        this.client = client;
        for (const heard of this.told) {
          heard.accessChanged();
          heard.grown();
        }
        await ended;
      } catch (error) {
        if (!this.stopping) this.logger.warn(`The journal cannot be listened to: ${(error as Error).message}`);
      }
      this.client = undefined;
      await client.end().catch(() => undefined);
      if (!this.stopping) await sleep(AGAIN_MS, undefined, { ref: false });
    }
  }
}
