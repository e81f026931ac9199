// The limit: bare Fastify and pg. It looks the session up, does the work with prepared statements and writes the same JSON
// with compiled serializers: no validation, permissions, idempotency, limits, ids, headers, audit or log.
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { answerTypes } from '#libs/core/database/pg-types';
import { SiteAccess } from '#libs/accounts/access/access';
import { listening } from '../meter.mjs';
import { bookingRoutes } from './bookings.mjs';
import { fileRoutes } from './files.mjs';
import { SESSION } from './statements.mjs';

const { DATABASE_URL, JWT_SECRET } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, options: '-c timezone=UTC' });
const run = (client) => async (name, text, values) =>
  (await client.query({ name, text, values, types: answerTypes })).rows;
const sql = Object.assign(run(pool), { pool, run });

function sessionOf({ headers }) {
  const [head, body, signature] = (/__Host-lodge_access=([^;]+)/.exec(headers.cookie)?.[1] ?? '').split('.');
  const expected = createHmac('sha256', JWT_SECRET).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature ?? '', 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sid, exp } = JSON.parse(Buffer.from(body, 'base64url').toString());
  return exp * 1000 > Date.now() ? sid : undefined;
}

async function accessOf(request) {
  const sid = sessionOf(request);
  const id = request.params.siteId ?? request.query.site ?? request.body?.site;
  const [row] = sid ? await sql('session', SESSION, [sid, id]) : [];
  if (!row || !(row.owner || row.role)) return undefined;
  const caller = { userId: row.id, name: row.name, owner: row.owner, sessionId: sid };
  const site = {
    id,
    timeZone: row.time_zone,
    earlyCheckInDays: row.early_check_in_days,
    historyWindowDays: row.history_window_days,
    requireConfirmedForCheckIn: row.require_confirmed_for_check_in,
  };
  return new SiteAccess(caller, site, row.owner ? 'admin' : row.role);
}

// The schemas of the responses, from the OpenAPI document, with their references resolved.
const { components } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const resolved = (schema) =>
  schema?.$ref
    ? resolved(components.schemas[schema.$ref.split('/').at(-1)])
    : Array.isArray(schema)
      ? schema.map(resolved)
      : schema && typeof schema === 'object'
        ? Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]))
        : schema;
const answers = (name) => ({ schema: { response: { 200: resolved(components.schemas[name]) } } });

const server = Fastify();
server.decorateRequest('access', null);
server.addHook('preHandler', async (request, reply) => {
  if (request.routeOptions.config.public) return undefined;
  request.access = await accessOf(request);
  return request.access ? undefined : reply.status(401).send({});
});
bookingRoutes(server, sql, answers);
fileRoutes(server, sql);
await server.listen({ port: 0, host: '127.0.0.1' });
listening(server.server.address().port);
