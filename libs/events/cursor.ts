import { InvalidField } from '#libs/core/errors/domain-error';
import type { ProblemCode } from '#libs/core/errors/problem-codes';

const POSITION_BYTES = 7;
const MARK_BYTES = 8;
const LENGTH = POSITION_BYTES + MARK_BYTES;

/** A place in the journal: after which entry, and the beginning of its hash, by which another history is known. */
export interface Place {
  position: string;
  /** The hash of the entry, in hex. */
  chain: string;
}

/** Before the first entry: a reader who begins here gets what is kept. */
export const START: Place = { position: '0', chain: '00'.repeat(MARK_BYTES) };

/** The cursor of a place: text without a meaning to its reader. */
export function cursorOf({ position, chain }: Place): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUIntBE(Number(position), 1, 6);
  bytes.write(chain.slice(0, MARK_BYTES * 2), POSITION_BYTES, 'hex');
  return bytes.toString('base64url');
}

/** The content of a cursor, with only the first bytes of the hash. @throws InvalidField with the code and the name of the field */
export function placeOf(cursor: string, name = 'after', code: ProblemCode = 'invalid_query'): Place {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== LENGTH || bytes[0] !== 0 || bytes.toString('base64url') !== cursor)
    throw new InvalidField(code, name, 'must be a cursor of this feed');
  const position = String(bytes.readUIntBE(1, 6));
  return { position, chain: bytes.subarray(POSITION_BYTES).toString('hex') };
}
