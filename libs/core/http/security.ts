import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';

// The Swagger UI sets style attributes; everything else it loads is a file of ours.
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Security headers on every answer, and no unsafe method for other web sites. */
export async function addSecurity(app: NestFastifyApplication, config: Config): Promise<void> {
  await app.register(helmet as never, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    hsts: config.COOKIE_SECURE,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const origin = new URL(config.PUBLIC_URL).origin;
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/docs')) reply.header('content-security-policy', DOCS_POLICY);
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && isForeign(request, origin)) {
      throw new DomainError('csrf_rejected', 'Calls from another web site are refused.');
    }
  });
}

function isForeign({ headers, host }: FastifyRequest, trusted: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const from = headers.origin;
  return from !== undefined && from !== trusted && !sameHost(from, host);
}

const sameHost = (origin: string, host: string): boolean => URL.canParse(origin) && new URL(origin).host === host;
