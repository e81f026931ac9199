import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import type { Sql } from '#libs/core/database/transaction';
import { Mailer } from '#libs/core/mail/mailer';
import {
  claimMail,
  type ClaimedMail,
  markFailed,
  markSent,
  promiseMail,
  type PromisedMail,
  putOff,
} from '#libs/core/mail/outbox.queries';
import { openMail } from '#libs/core/mail/sealed-mail';

const WAIT_MS = 2_000;

/** The result of an attempt, in codes of the mail server: its text may quote the recipient. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

/**
 * Sends the stored mails: at once by the process that stored them, and again by workers until it succeeds or is no
 * longer useful.
 */
@Injectable()
export class Outbox implements OnApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Promises a mail in the transaction of the change that it announces, and returns its id. It is sent after the commit, by `send`.
   */
  promise(tx: Sql, mail: PromisedMail): Promise<string> {
    return promiseMail(tx, this.config.JWT_SECRET, mail);
  }

  /**
   * Call it after the commit. A mail that cannot be sent now is sent later by a worker, and undoes nothing. A mail
   * server that is slow is not waited for; the attempt continues in the background.
   */
  async send(id: string): Promise<void> {
    // What is not committed yet is left to a worker.
    if (this.database.isJoined) return;
    const sending = this.tracked(this.sendOne(id)).catch((error: unknown) =>
      this.logger.warn({ err: error, msg: 'A mail was not sent at once; a worker will' }),
    );
    await Promise.race([sending, sleep(WAIT_MS, undefined, { ref: false })]);
  }

  /** Sends what is due, one after the other; any number of workers may do so at once. */
  async sendDue(): Promise<void> {
    while (await this.tracked(this.sendOne()));
  }

  /** Mails that are on their way are finished before the process ends. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  private async tracked<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    try {
      return await work;
    } finally {
      this.underWay.delete(work);
    }
  }

  private async sendOne(id?: string): Promise<boolean> {
    const claimed = await claimMail(this.database, id);
    if (!claimed) return false;
    const mail = this.opened(claimed);
    if (!mail) {
      await markFailed(this.database, claimed.id, 'unreadable');
      return true;
    }
    try {
      await this.mailer.send(mail, claimed.id);
    } catch (error) {
      await this.fail(claimed, mail.subject, error as SmtpError);
      return true;
    }
    await markSent(this.database, claimed.id);
    return true;
  }

  private async fail(claimed: ClaimedMail, subject: string, { code, responseCode, command }: SmtpError): Promise<void> {
    const reason = [code, responseCode, command].filter(Boolean).join(' ') || 'failed';
    // 5xx at the recipient or the message will be the same next time; a log-in that is refused is a setting.
    const forGood = (responseCode ?? 0) >= 500 && code !== 'EAUTH';
    if (forGood) await markFailed(this.database, claimed.id, reason);
    const again = !forGood && (await putOff(this.database, claimed, reason));
    const msg = again ? 'A mail could not be sent; it is tried again' : 'A mail could not be sent';
    this.logger.error({ msg, subject, code, responseCode, command, attempts: claimed.attempts });
  }

  private opened({ id, sealed }: ClaimedMail) {
    try {
      return openMail(sealed, id, this.config.JWT_SECRET);
    } catch {
      this.logger.error({ msg: 'A mail was promised under another JWT_SECRET, and cannot be read' });
      return undefined;
    }
  }
}
