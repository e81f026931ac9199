import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { CONFIG, type Config } from '#libs/core/config/config';

/** A file that a mail carries. */
export interface Attachment {
  filename: string;
  contentType: string;
  /** In base64, as a mail is stored as text. */
  content: string;
  encoding: 'base64';
  /** The name by which the HTML shows it. */
  cid?: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: Attachment[];
  replyTo?: string;
  headers?: Record<string, string>;
}

// nodemailer's own limits are minutes.
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mails by SMTP; with a `file:` address, writes each into a folder instead. */
@Injectable()
export class Mailer {
  private readonly logger = new Logger('mail');
  private readonly folder: string | undefined;
  private readonly transport: Transporter;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.folder = config.MAIL_URL.startsWith('file:') ? fileURLToPath(config.MAIL_URL) : undefined;
    this.transport = this.folder
      ? createTransport({ streamTransport: true, buffer: true })
      : createTransport({ url: config.MAIL_URL, ...TIMEOUTS_MS });
  }

  /** Sends a mail under a name of its own, by which a receiver knows one that comes twice. @throws Error when it was not taken */
  async send(mail: Mail, id: string): Promise<void> {
    const messageId = `<${id}@${new URL(this.config.PUBLIC_URL).hostname}>`;
    const sent = (await this.transport.sendMail({ from: this.config.MAIL_FROM, messageId, ...mail })) as {
      message?: Buffer;
    };
    if (this.folder && sent.message) await this.keep(this.folder, sent.message, mail);
  }

  /**
   * Checks that mails can be sent, and sends none.
   * @param patienceMs how long each step of the connection may take
   * @throws Error when the mail server refuses the log-in or does not respond, or the folder cannot be written
   */
  async verify(patienceMs = TIMEOUTS_MS.connectionTimeout): Promise<void> {
    if (this.folder) {
      await mkdir(this.folder, { recursive: true });
      return access(this.folder, constants.W_OK);
    }
    const timeouts = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
    const transport = createTransport({ url: this.config.MAIL_URL, ...timeouts });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  }

  private async keep(folder: string, message: Buffer, { text }: Mail): Promise<void> {
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
    await writeFile(file, message, { mode: 0o600 });
    // Without a mail server nobody else would see the link. It never reaches a log when mails are sent.
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    this.logger.warn(`A mail was written to ${file}${link ? `, with the link ${link}` : ''}`);
  }
}
