import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES, SALT_BYTES] = [12, 16, 16];
// What a guess at the passphrase costs, in scrypt's terms: 64 MB and a fifth of a second.
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1_048_576 };

/** What seals the files of a backup and signs its manifest: with a passphrase, or by checksums alone. */
export interface Seal {
  /** By which the key is found again; undefined when nothing is encrypted. */
  salt: string | undefined;
  /** What the bytes of a file go through when they are written, and when they are read. The name is part of the seal. */
  closing(name: string): Transform[];
  opening(name: string): Transform[];
  /** Of the text of a manifest. */
  signature(text: string): string;
}

/** Detects damage, but not deliberate changes. */
export const checksums: Seal = {
  salt: undefined,
  closing: () => [],
  opening: () => [],
  signature: (text) => `sha256 ${createHash('sha256').update(text).digest('hex')}`,
};

/** Encrypts every file with AES-256-GCM and signs the manifest, both by keys that come from a passphrase. */
export function sealWith(passphrase: string, salt = randomBytes(SALT_BYTES).toString('base64')): Seal {
  const keys = scryptSync(passphrase, Buffer.from(salt, 'base64'), 64, COST);
  const [files, manifest] = [keys.subarray(0, 32), keys.subarray(32)];
  return {
    salt,
    closing: (name) => [new Closing(files, name)],
    opening: (name) => [new Opening(files, name)],
    signature: (text) => `hmac-sha256 ${createHmac('sha256', manifest).update(text).digest('hex')}`,
  };
}

export function isSameSignature(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one.trim()), Buffer.from(other.trim())];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Nonce, encrypted bytes, tag. */
class Closing extends Transform {
  private readonly nonce = randomBytes(NONCE_BYTES);
  private readonly cipher;
  private hasBegun = false;

  constructor(key: Buffer, name: string) {
    super();
    this.cipher = createCipheriv(CIPHER, key, this.nonce).setAAD(Buffer.from(name));
  }

  private begin(): void {
    if (!this.hasBegun) this.push(this.nonce);
    this.hasBegun = true;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.begin();
    done(null, this.cipher.update(chunk));
  }

  override _flush(done: TransformCallback): void {
    this.begin();
    this.push(this.cipher.final());
    done(null, this.cipher.getAuthTag());
  }
}

/** The reverse. Bytes come out before the tag at the end is checked: the caller uses them after a first reading, or takes back what it did. */
class Opening extends Transform {
  private decipher: ReturnType<typeof createDecipheriv> | undefined;
  private held = Buffer.alloc(0);

  constructor(
    private readonly key: Buffer,
    private readonly fileName: string,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.held = Buffer.concat([this.held, chunk]);
    if (!this.decipher && this.held.length >= NONCE_BYTES) {
      this.decipher = createDecipheriv(CIPHER, this.key, this.held.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(this.fileName)) as never; // prettier-ignore
      this.held = this.held.subarray(NONCE_BYTES);
    }
    const ready = this.held.length - TAG_BYTES;
    if (!this.decipher || ready <= 0) return done();
    const plain = this.decipher.update(this.held.subarray(0, ready));
    this.held = this.held.subarray(ready);
    done(null, plain);
  }

  override _flush(done: TransformCallback): void {
    try {
      if (!this.decipher || this.held.length !== TAG_BYTES) throw new Error('it is cut off');
      (this.decipher as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(this.held);
      done(null, this.decipher.final());
    } catch {
      done(new Error('it was encrypted with another passphrase, or is damaged'));
    }
  }
}
