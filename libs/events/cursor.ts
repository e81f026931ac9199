import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { InvalidField } from '#libs/core/errors/domain-error';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import { keyOf } from '#libs/core/sealed';

// Positions count the entries of all sites. One block, of which no two are the same, needs no mode of a cipher.
const CIPHER = 'aes-256-ecb';
const [POSITION_BYTES, MARK_BYTES] = [8, 8];
const LENGTH = POSITION_BYTES + MARK_BYTES;
/** Of cursors from before they were encrypted, which clients may have stored: a zero, six bytes of the position, and the mark. */
const PLAIN_LENGTH = 15;

/** A place in the journal: after which entry, and the beginning of its hash, by which another history is known. */
export interface Place {
  position: string;
  /** The hash of the entry, in hex. */
  chain: string;
}

/** Before the first entry: a reader who begins here gets what is kept. */
export const START: Place = { position: '0', chain: '00'.repeat(MARK_BYTES) };

/** Cursors: places as text without a meaning to its reader. */
@Injectable()
export class Cursors {
  private readonly key: Buffer;

  constructor(@Inject(CONFIG) { JWT_SECRET: secret }: Config) {
    this.key = keyOf({ use: 'cursors of events', secret });
  }

  of({ position, chain }: Place): string {
    const bytes = Buffer.alloc(LENGTH);
    bytes.writeBigInt64BE(BigInt(position));
    bytes.write(chain.slice(0, MARK_BYTES * 2), POSITION_BYTES, 'hex');
    return createCipheriv(CIPHER, this.key, null).setAutoPadding(false).update(bytes).toString('base64url');
  }

  /**
   * The content of a cursor, with only the first bytes of the hash. What was encrypted with another secret is a place that the journal
   * does not have. @throws InvalidField with the code and the name of the field
   */
  placeOf(cursor: string, name = 'after', code: ProblemCode = 'invalid_query'): Place {
    const bytes = Buffer.from(cursor, 'base64url');
    const isPlain = bytes.length === PLAIN_LENGTH && bytes[0] === 0;
    if (!(isPlain || bytes.length === LENGTH) || bytes.toString('base64url') !== cursor)
      throw new InvalidField(code, name, 'must be a cursor of this feed');
    const place = isPlain
      ? Buffer.concat([Buffer.alloc(1), bytes])
      : createDecipheriv(CIPHER, this.key, null).setAutoPadding(false).update(bytes);
    return { position: String(place.readBigInt64BE()), chain: place.subarray(POSITION_BYTES).toString('hex') };
  }
}
