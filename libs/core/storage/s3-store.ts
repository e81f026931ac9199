import type { Readable } from 'node:stream';
import aws4 from 'aws4';
import { type BucketItem, Client } from 'minio';
import {
  contentTypeOf,
  type ObjectStore,
  StorageUnavailable,
  type StoredObject,
  type UploadTerms,
} from '#libs/core/storage/object-store';
import { impatientTransport } from '#libs/core/storage/s3-transport';

const MISSING = new Set(['NotFound', 'NoSuchKey']);

// Shorter than the 3 s within which a request gets its response.
const PATIENCE_MS = 2_500;

const absent = (error: { code?: string }): undefined => {
  if (MISSING.has(error.code ?? '')) return undefined;
  return unavailable(error);
};

const unavailable = (error: unknown): never => {
  throw new StorageUnavailable(error);
};

/** Objects in a bucket of any S3-compatible server, which is made when it is missing. */
export class S3Store implements ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly region: string;
  private readonly origin: URL;
  private readonly keys: { accessKeyId: string; secretAccessKey: string };
  private ready: Promise<void> | undefined;

  /** `s3://key:secret@host:port/bucket?region=eu-west-2&tls=false`; links are for another address when people reach it there */
  constructor(address: string, patienceMs = PATIENCE_MS, publicUrl?: string) {
    const url = new URL(address);
    this.bucket = url.pathname.slice(1);
    this.region = url.searchParams.get('region') ?? 'us-east-1';
    const useSSL = url.searchParams.get('tls') !== 'false';
    this.origin = new URL(publicUrl ?? `${useSSL ? 'https' : 'http'}://${url.host}`);
    this.keys = {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
    this.client = new Client({
      endPoint: url.hostname,
      ...(url.port ? { port: Number(url.port) } : {}),
      useSSL,
      transport: impatientTransport(useSSL, patienceMs),
      // It would wait, and say so on the terminal.
      retryOptions: { disableRetry: true },
      accessKey: this.keys.accessKeyId,
      secretKey: this.keys.secretAccessKey,
      region: this.region,
      pathStyle: true,
    });
  }

  async put(key: string, body: Buffer): Promise<void> {
    await this.prepare();
    const type = { 'Content-Type': contentTypeOf(key) };
    await this.client.putObject(this.bucket, key, body, body.length, type).catch(unavailable);
  }

  async read(key: string): Promise<Readable | undefined> {
    await this.prepare();
    return this.client.getObject(this.bucket, key).catch(absent);
  }

  async find(key: string): Promise<StoredObject | undefined> {
    await this.prepare();
    const found = await this.client.statObject(this.bucket, key).catch(absent);
    return found && { key, size: found.size, modifiedAt: found.lastModified };
  }

  async remove(key: string): Promise<void> {
    await this.prepare();
    await this.client.removeObject(this.bucket, key).catch(absent);
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    await this.prepare();
    for await (const item of this.client.listObjectsV2(this.bucket, prefix, true) as AsyncIterable<BucketItem>) {
      if (item.name) yield { key: item.name, size: item.size, modifiedAt: item.lastModified as Date };
    }
  }

  async check(): Promise<void> {
    await this.makeBucket().catch(unavailable);
  }

  /** The content type is signed, too, which the client does not do. */
  signUpload(key: string, { contentType, seconds }: UploadTerms): Promise<string> {
    return this.sign('PUT', key, seconds, { 'content-type': contentType });
  }

  spend(key: string): Promise<void> {
    return this.remove(key);
  }

  signDownload(key: string, seconds: number): Promise<string> {
    return this.sign('GET', key, seconds);
  }

  private async sign(method: string, key: string, seconds: number, headers: Record<string, string> = {}) {
    await this.prepare();
    const { path } = aws4.sign(
      {
        method,
        service: 's3',
        region: this.region,
        host: this.origin.host,
        path: `/${this.bucket}/${key}?X-Amz-Expires=${seconds}`,
        headers,
        signQuery: true,
      },
      this.keys,
    );
    return `${this.origin.origin}${path}`;
  }

  private prepare(): Promise<void> {
    // A failure is not remembered: the next call asks again.
    return (this.ready ??= this.makeBucket().catch((error: unknown) => {
      this.ready = undefined;
      return unavailable(error);
    }));
  }

  private async makeBucket(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return;
    await this.client.makeBucket(this.bucket, this.region).catch((error: { code?: string }) => {
      // Another process was faster.
      if (!/^BucketAlready/.test(error.code ?? '')) throw error;
    });
  }
}
