import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '#libs/core/config/config';
import { CHANNEL } from '#libs/events/journal/numbering.queries';

const AGAIN_MS = 1_000;

/** Hears that the journal has grown: one connection for all who want to know. */
@Injectable()
export class JournalListener implements OnModuleDestroy {
  private readonly logger = new Logger('events');
  private readonly told = new Set<() => void>();
  private client: pg.Client | undefined;
  private begun = false;
  private stopping = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Calls when the journal has grown, and after each time that the connection was lost. The first call connects. */
  listen(call: () => void): void {
    this.told.add(call);
    if (!this.begun) void this.connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    this.begun = true;
    while (!this.stopping) {
      const client = new pg.Client({
        connectionString: this.config.DATABASE_URL,
        application_name: 'lodge-events',
        keepAlive: true,
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
      try {
        await client.connect();
        client.on('notification', () => this.tell());
        await client.query(`LISTEN ${CHANNEL}`);
        this.client = client;
        this.tell();
        await ended;
      } catch (error) {
        if (!this.stopping) this.logger.warn(`The journal cannot be listened to: ${(error as Error).message}`);
      }
      await client.end().catch(() => undefined);
      if (!this.stopping) await sleep(AGAIN_MS, undefined, { ref: false });
    }
  }

  private tell(): void {
    for (const call of this.told) call();
  }
}
