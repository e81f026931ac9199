import { createHash } from 'node:crypto';

/** The hash before the first entry of a site. */
export const BEGINNING = Buffer.alloc(32);

/** What the hash of an entry covers, in addition to the previous hash. */
export interface Link {
  position: bigint;
  eventId: string;
  /** The hash of what the trail says of the event. */
  digest: Buffer;
}

/** The hash of an entry of the journal, which holds those of all entries of its site before it. */
export function chainOf(previous: Buffer, { position, eventId, digest }: Link): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(position);
  return createHash('sha256')
    .update(previous)
    .update(place)
    .update(eventId.replaceAll('-', ''), 'hex')
    .update(digest)
    .digest();
}
