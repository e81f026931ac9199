import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between Lodge and a server it needs, and can be cut. */
export class TcpProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private target = { host: '', port: 0 };
  private port = 0;

  /** The same URL, by way of this proxy. */
  async to(url: string): Promise<string> {
    const through = new URL(url);
    this.target = { host: through.hostname, port: Number(through.port) };
    await this.mend();
    through.host = `127.0.0.1:${this.port}`;
    return through.toString();
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
      const upstream = connect(this.target);
      for (const each of [socket, upstream]) {
        this.sockets.add(each);
        each.on('error', () => undefined);
        each.on('close', () => (this.sockets.delete(each), socket.destroy(), upstream.destroy()));
      }
      socket.pipe(upstream).pipe(socket);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }
}
