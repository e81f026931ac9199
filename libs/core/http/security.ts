import { isIP } from 'node:net';
import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';

// The Swagger UI sets style attributes; everything else it loads is a file of ours.
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// What pages of another origin may read in addition to the body.
const EXPOSED = [
  'ETag',
  'X-Request-Id',
  'X-Total-Count',
  'X-Redacted',
  'Content-Disposition',
  'Idempotent-Replayed',
  'Retry-After',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Security headers on every response; other web sites only as the operator allows; no unsafe methods for the rest. */
export async function addSecurity(app: NestFastifyApplication, config: Config): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const headers = securityHeaders(config);
  server.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  if (config.CORS_ORIGINS.length > 0) {
    const policy = { origin: config.CORS_ORIGINS, credentials: true, exposedHeaders: EXPOSED, maxAge: 600 };
    await app.register(
      cors as never,
      { ...policy, methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] } as never,
    );
  }
  const isTrusted = trust(config);
  const { hostname } = new URL(config.PUBLIC_URL);
  server.addHook('onRequest', (request, reply, done) => {
    if (config.LODGE_MODE === 'local' && !isLocalName(askedName(request), hostname))
      return done(new DomainError('csrf_rejected', UNKNOWN_NAME));
    if (request.url.startsWith('/docs')) reply.header('content-security-policy', DOCS_POLICY);
    const refused = !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && isForeign(request, isTrusted);
    done(refused ? new DomainError('csrf_rejected', 'Calls from another web site are refused.') : undefined);
  });
}

/**
 * The headers of helmet, computed once instead of per request. They are the same for all, and Node writes a response faster
 * when none of its headers was set before it is sent.
 */
function securityHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    hsts: config.COOKIE_SECURE,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  const reply = { setHeader: (name: string, value: string) => (headers[name] = value), removeHeader: () => undefined };
  protect({} as never, reply as never, () => undefined);
  // Personal data stays in no cache; what may be kept says so itself.
  headers['Cache-Control'] = 'no-store';
  return headers;
}

const UNKNOWN_NAME = 'Local mode answers under localhost, under addresses, and under the name in PUBLIC_URL.';

/** Any page can make a name of its own lead to this machine; a name that it cannot choose is safe. */
const isLocalName = (asked: string, own: string): boolean =>
  asked === own || asked === 'localhost' || asked.endsWith('.localhost') || isIP(asked.replace(/^\[|\]$/g, '')) > 0;

/** The name in the address of a request, which goes before that of its Host header (RFC 9112, 3.2.2). */
const askedName = ({ hostname, raw: { url = '' } }: FastifyRequest): string =>
  (url.startsWith('/') || !URL.canParse(url) ? hostname : new URL(url).hostname).toLowerCase();

type Trust = (origin: string, host: string) => boolean;

function trust({ PUBLIC_URL, CORS_ORIGINS, LODGE_MODE }: Config): Trust {
  const origins = new Set([new URL(PUBLIC_URL).origin, ...CORS_ORIGINS]);
  // On a developer's machine the page may be at localhost, 127.0.0.1 or a name of the network.
  const isLocal = LODGE_MODE === 'local';
  return (origin, host) =>
    origins.has(origin) || (isLocal && URL.canParse(origin) && new URL(origin).host === host.toLowerCase());
}

// A browser sets both headers, and no page can change them.
function isForeign({ headers, host }: FastifyRequest, isTrusted: Trust): boolean {
  const { origin } = headers;
  if (origin !== undefined) return !isTrusted(origin, host);
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
}
