import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver of webhooks got it. */
export interface Received {
  id: string;
  headers: Record<string, string>;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> & { id: string; type: string } };
}

type Respond = (response: ServerResponse, received: Received) => void;

/** A receiver of webhooks on this machine. It keeps what it gets, and responds as configured. */
export class Receiver {
  readonly received: Received[] = [];
  /** Sockets that were opened, whether or not anything came. */
  connections = 0;
  respond: Respond = (response) => void response.writeHead(204).end();

  private constructor(private readonly server: Server) {
    server.on('connection', () => this.connections++);
    server.on('request', (request, response) => void this.take(request, response));
  }

  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver(createServer());
    receiver.server.listen(port, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/lodge`;
  }

  /** The ids of the events that came, each once. */
  get ids(): Set<string> {
    return new Set(this.received.map(({ id }) => id));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The sender was killed meanwhile.
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const received = { id: headers['webhook-id'] ?? '', headers, text, body: JSON.parse(text) as Received['body'] };
    this.received.push(received);
    this.respond(response, received);
  }
}
