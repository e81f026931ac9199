import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BOOKING_SCRIPT } from '#apps/api/pages/booking.script';
import { INVITATIONS_SCRIPT } from '#apps/api/pages/invitations.script';
import { RESET_PASSWORD_SCRIPT } from '#apps/api/pages/reset-password.script';
import { SWAGGER_SCRIPT } from '#apps/api/pages/swagger/swagger.script';
import { SWAGGER_STYLE } from '#apps/api/pages/swagger/swagger.style';
import { ICON, STYLE } from '#apps/api/pages/style';

const require = createRequire(import.meta.url);
// The same library and word list that the api checks with, as their packages ship them for browsers.
const shipped = (name: string) => () =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'dist/zxcvbn-ts.js'), 'utf8');

const FILES: Record<string, { type: string; read: () => string }> = {
  'lodge.css': { type: 'text/css; charset=utf-8', read: () => STYLE },
  'lodge.svg': { type: 'image/svg+xml', read: () => ICON },
  'reset-password.js': { type: 'text/javascript; charset=utf-8', read: () => RESET_PASSWORD_SCRIPT },
  'swagger.css': { type: 'text/css; charset=utf-8', read: () => SWAGGER_STYLE },
  'swagger.js': { type: 'text/javascript; charset=utf-8', read: () => SWAGGER_SCRIPT },
  'booking.js': { type: 'text/javascript; charset=utf-8', read: () => BOOKING_SCRIPT },
  'invitations.js': { type: 'text/javascript; charset=utf-8', read: () => INVITATIONS_SCRIPT },
  'zxcvbn.js': { type: 'text/javascript; charset=utf-8', read: shipped('@zxcvbn-ts/core') },
  'zxcvbn-common.js': { type: 'text/javascript; charset=utf-8', read: shipped('@zxcvbn-ts/language-common') },
};

/** Serves the style, the scripts and the icon of the pages at /pages. */
export function servePageFiles(server: FastifyInstance): void {
  for (const [name, { type, read }] of Object.entries(FILES)) {
    let text: string | undefined;
    server.get(`/pages/${name}`, (_, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=300')
        .send((text ??= read())),
    );
  }
}
