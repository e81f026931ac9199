import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** An SMTP server that takes every mail and keeps its text. */
export class SmtpSink {
  readonly mails: string[] = [];
  /** Until then it takes no mail that was sent to its end. */
  readiness: Promise<unknown> = Promise.resolve();
  /** What it says to every recipient instead of `250 ok`, such as `451 come again`. */
  refusal: string | undefined;
  /** The number of mails that clients began to send. */
  attempts = 0;
  private server: Server | undefined;

  async start(): Promise<string> {
    this.server ??= createServer((socket) => this.talk(socket));
    if (!this.server.listening) {
      this.server.listen(0, '127.0.0.1');
      await once(this.server, 'listening');
    }
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    await closed;
    this.server = undefined;
  }

  private talk(socket: Socket): void {
    let unread = '';
    let mail: string[] | undefined;
    socket.on('error', () => undefined);
    socket.write('220 sink\r\n');
    socket.on('data', (bytes) => {
      const lines = (unread + bytes.toString()).split('\r\n');
      unread = lines.pop() ?? '';
      for (const line of lines) mail = this.hear(line, mail, socket);
    });
  }

  // RFC 5321, as much of it as a client needs that neither encrypts nor logs in.
  private hear(line: string, mail: string[] | undefined, socket: Socket): string[] | undefined {
    if (mail && line !== '.') return [...mail, line];
    if (mail) {
      void this.readiness.then(() => this.take(mail, socket));
      return undefined;
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'RCPT') this.attempts++;
    const refused = command === 'RCPT' ? this.refusal : undefined;
    const answer = { DATA: '354 go on', QUIT: '221 bye' }[command] ?? refused ?? '250 ok';
    socket.write(`${answer}\r\n`);
    if (command === 'QUIT') socket.end();
    return command === 'DATA' ? [] : undefined;
  }

  // A client that disconnected before the response has to treat the mail as lost.
  private take(mail: string[], socket: Socket): void {
    if (!socket.writable) return;
    this.mails.push(mail.join('\n'));
    socket.write('250 ok\r\n');
  }
}
