import type { FastifyInstance } from 'fastify';
import type { Config } from '#libs/core/config/config';

const MONTH_MS = 30 * 86_400_000;

/** Serves security.txt (RFC 9116) where the operator has named a contact for vulnerabilities. */
export function serveSecurityTxt(server: FastifyInstance, { SECURITY_CONTACT, PUBLIC_URL }: Config): void {
  if (!SECURITY_CONTACT) return;
  server.get('/.well-known/security.txt', (_, reply) => {
    // The date of expiry is computed for each response, so that a copy is valid for a month.
    const expires = new Date(Date.now() + MONTH_MS).toISOString();
    const lines = [
      `Contact: ${SECURITY_CONTACT}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
