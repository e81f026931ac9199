import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg, { type Connection, type Submittable } from 'pg';
import { socketOf } from '#libs/core/database/driver-internals';

// PostgreSQL waits until everything that makes the copy usable is in the archive.
const COMMAND = `BASE_BACKUP (LABEL 'lodge', CHECKPOINT 'fast', MANIFEST 'no', WAIT true)`;
const [NEW_ARCHIVE, DATA] = ['n'.charCodeAt(0), 'd'.charCodeAt(0)];
const SEGMENT_BITS = 24n;

/**
 * Copies the data folder of PostgreSQL, while it is in use, as a compressed tar. The role needs the attribute REPLICATION.
 * @returns the name of the first file of the write-ahead log that is needed to start from the copy
 * @throws Error when the server has more than one tablespace, or does not allow it
 */
export async function copyBase(url: string, file: string): Promise<string> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new pg.Client({ connectionString: address.toString(), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const copy = new BaseCopy(client);
    client.query(copy);
    await pipeline(copy.tar, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600, flush: true }));
    return copy.firstSegment;
  } finally {
    await client.end();
  }
}

/** The messages of BASE_BACKUP: where the log begins, the tablespaces, and the copy in pieces. */
class BaseCopy implements Submittable {
  readonly tar = new PassThrough();
  firstSegment = '';
  private archives = 0;

  constructor(private readonly client: pg.Client) {}

  submit(connection: Connection): void {
    connection.query(COMMAND);
  }

  handleDataRow({ fields }: { fields: Buffer[] }): void {
    // The first row is the place in the log, such as 0/2000028, and its timeline.
    if (this.firstSegment === '') this.firstSegment = segmentOf(String(fields[0]), Number(fields[1]));
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const [kind] = chunk;
    if (kind === NEW_ARCHIVE && ++this.archives > 1)
      this.tar.destroy(new Error('PostgreSQL has several tablespaces, which this copy would not hold.'));
    if (kind !== DATA || this.tar.destroyed) return;
    // The driver writes the next message into the same memory.
    if (this.tar.write(Buffer.from(chunk.subarray(1)))) return;
    const socket = socketOf(this.client);
    // Messages of what was read already still come.
    if (socket.isPaused()) return;
    socket.pause();
    this.tar.once('drain', () => socket.resume());
  }

  handleReadyForQuery = (): void => void this.tar.end();
  handleError = (error: Error): void => void this.tar.destroy(error);
  handleRowDescription = (): void => undefined;
  handleCommandComplete = (): void => undefined;
  handleEmptyQuery = (): void => undefined;
}

/** The file of the write-ahead log that holds a place: segments of 16 MiB, of which each 4 GiB have numbers of their own. */
function segmentOf(place: string, timeline: number): string {
  const [high = '0', low = '0'] = place.split('/');
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(timeline)) + hex(BigInt(`0x${high}`)) + hex(BigInt(`0x${low}`) >> SEGMENT_BITS);
}
