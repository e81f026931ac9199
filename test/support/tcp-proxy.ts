import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** A proxy between Lodge and a server that it needs; it can be cut, swallow everything, be slow, or break off a response. */
export class TcpProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private target = { host: '', port: 0 };
  private port = 0;
  private fault: { swallow?: boolean; delayMs?: number; breakOn?: RegExp } = {};

  /** The same URL, by way of this proxy. */
  async to(url: string): Promise<string> {
    const through = new URL(url);
    this.target = { host: through.hostname, port: Number(through.port) };
    await this.mend();
    through.host = `127.0.0.1:${this.port}`;
    return through.toString();
  }

  /** From now on it stands before another port of the same machine. */
  retarget(url: string): void {
    this.target.port = Number(new URL(url).port);
  }

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    this.server = undefined;
  }

  async mend(): Promise<void> {
    this.server = createServer((socket) => {
      const upstream = connect({ ...this.target });
      for (const each of [socket, upstream]) {
        this.sockets.add(each);
        each.on('error', () => undefined);
        each.on('close', () => (this.sockets.delete(each), socket.destroy(), upstream.destroy()));
      }
      const pair = { breaks: false };
      this.pass(socket, upstream, (asked) => (pair.breaks ||= this.fault.breakOn?.test(asked) ?? false));
      this.pass(upstream, socket, () => undefined, pair);
    });
    // Nobody else takes it while it is cut.
    this.port ||= await freePort();
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** From now on. `breakOn`: an answer to what has this in it is reset in its middle; what was swallowed does not come back, so that its connection stays dead. `{}` ends it. */
  misbehave(fault: { swallow?: boolean; delayMs?: number; breakOn?: RegExp }): void {
    this.fault = fault;
  }

  private pass(from: Socket, to: Socket, hear: (text: string) => void, answers = { breaks: false }): void {
    let dead = false;
    // One after the other, whatever the delay was when they came: TCP lets no byte overtake another.
    let turn = Promise.resolve();
    const inTurn = (due: number, deed: () => void) =>
      (turn = turn.then(async () => (due > Date.now() ? sleep(due - Date.now()) : undefined)).then(deed));
    from.on('data', (bytes) => {
      const { swallow, delayMs } = this.fault;
      dead ||= swallow ?? false;
      if (dead) return;
      hear(bytes.toString('latin1'));
      if (answers.breaks) to.write(bytes.subarray(0, bytes.length / 2), () => to.resetAndDestroy());
      else void inTurn(Date.now() + (delayMs ?? 0), () => to.write(bytes));
    });
    from.on('end', () => void inTurn(0, () => to.end()));
  }
}
