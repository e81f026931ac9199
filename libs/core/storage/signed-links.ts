import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a signed link of the local store allows. */
export interface LinkTerms {
  method: 'GET' | 'PUT';
  key: string;
  /** Unix time in seconds. */
  expires: number;
  contentType?: string;
  maxBytes?: number;
}

/** Makes and checks links that carry their own permission. The key is derived, so that no other signature of the secret fits. */
export class LinkSigner {
  private readonly secret: Buffer;

  constructor(
    private readonly publicUrl: string,
    masterSecret: string,
  ) {
    this.secret = Buffer.from(hkdfSync('sha256', masterSecret, '', 'lodge signed file links', 32));
  }

  sign(terms: LinkTerms): string {
    const query = new URLSearchParams({ expires: String(terms.expires) });
    if (terms.contentType) query.set('type', terms.contentType);
    if (terms.maxBytes) query.set('max', String(terms.maxBytes));
    query.set('signature', this.signatureOf(terms));
    return `${this.publicUrl}/files/${terms.key}?${query.toString()}`;
  }

  /** The terms of a link, or undefined when it is forged, changed or expired. */
  check(method: 'GET' | 'PUT', key: string, query: Record<string, unknown>, now: Date): LinkTerms | undefined {
    const [expires, max] = [Number(query.expires), query.max === undefined ? undefined : Number(query.max)];
    const contentType = typeof query.type === 'string' ? query.type : undefined;
    if (typeof query.signature !== 'string' || !(expires * 1000 > now.getTime())) return undefined;
    const terms = { method, key, expires, contentType, maxBytes: max };
    const given = Buffer.from(query.signature, 'base64url');
    const right = Buffer.from(this.signatureOf(terms), 'base64url');
    return given.length === right.length && timingSafeEqual(given, right) ? terms : undefined;
  }

  private signatureOf({ method, key, expires, contentType, maxBytes }: LinkTerms): string {
    const said = [method, key, expires, contentType ?? '', maxBytes ?? ''].join('\n');
    return createHmac('sha256', this.secret).update(said).digest('base64url');
  }
}
