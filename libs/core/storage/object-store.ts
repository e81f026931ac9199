import type { Readable } from 'node:stream';
import { DomainError } from '#libs/core/errors/domain-error';

export const OBJECT_STORE = Symbol('OBJECT_STORE');

export const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)?$/;

/** A stored object. */
export interface StoredObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** What an uploader may do with a signed link. Not every store can hold an uploader to the type and size: check again. */
export interface UploadTerms {
  contentType: string;
  maxBytes: number;
  seconds: number;
}

/** Where files are stored. A key is lower-case words with slashes; its ending says the content type. */
export interface ObjectStore {
  /** Writes a whole object or nothing; an object of that key is replaced. */
  put(key: string, body: Buffer): Promise<void>;
  /** The content as a stream, or undefined when there is no such object. */
  read(key: string): Promise<Readable | undefined>;
  find(key: string): Promise<StoredObject | undefined>;
  /** Removes an object; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Every object whose key begins so, in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Rejects when the store cannot be used. */
  check(): Promise<void>;
  /** An address that takes one PUT of the object until it expires, without a session. */
  signUpload(key: string, terms: UploadTerms): Promise<string>;
  /**
   * Removes what came by a link, after it was taken over. A folder takes nothing by that link again; a bucket may until it expires,
   * which is never read, and which the sweep removes.
   */
  spend(key: string): Promise<void>;
  /** An address that serves GET of the object until it expires, without a session. */
  signDownload(key: string, seconds: number): Promise<string>;
}

/** The store does not respond, or not as it should; the reason is its cause, for the log. */
export class StorageUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('dependency_unavailable', 'The store of pictures and documents does not answer. Nothing was changed.');
    this.cause = cause;
  }
}

/** There is no room for another object. */
export class StorageFull extends StorageUnavailable {
  constructor(cause: unknown = Object.assign(new Error('no space left'), { code: 'ENOSPC' })) {
    super(cause);
  }
}

const TYPES: Record<string, string> = { webp: 'image/webp', pdf: 'application/pdf' };

/** The content type of an object; unchecked content is only bytes. */
export const contentTypeOf = (key: string): string =>
  TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/**
 * The whole content of an object, or undefined when there is none.
 * @throws RangeError when it is longer than the limit, StorageUnavailable when the store breaks off
 */
export async function readAll(store: ObjectStore, key: string, limit: number): Promise<Buffer | undefined> {
  const body = await store.read(key);
  if (!body) return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      if ((size += piece.length) > limit) throw new RangeError(`${key} is longer than ${limit} bytes`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof RangeError ? error : new StorageUnavailable(error);
  }
  return Buffer.concat(pieces);
}
