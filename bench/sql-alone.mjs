// The statements of a read by pgbench, prepared, without any server before PostgreSQL. Where there is no pgbench: nothing.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE } from './data.mjs';
import { PAGES } from './limit/statements.mjs';
import { findBooking } from '#libs/bookings/bookings.queries';

/** The statement and its values, for the kinds of work that are one statement. */
async function statementOf(name, { path }) {
  const url = new URL(path, 'http://bench');
  const asked = (key) => url.searchParams.get(key);
  if (name === 'page') return [PAGES.status, [SITE, asked('status'), 50]];
  if (name === 'search') return [PAGES.q, [SITE, asked('q'), 50]];
  if (name === 'skip') return [PAGES.skip, [SITE, 50, asked('skip')]];
  if (name === 'cursor') {
    const [, first, id] = JSON.parse(Buffer.from(asked('cursor'), 'base64url'));
    return [PAGES.cursor, [SITE, first, id, 50]];
  }
  if (name !== 'read') return undefined;
  let found;
  const recorder = { rows: async (text, values) => ((found = [text, values]), []) };
  await findBooking(recorder, SITE, url.pathname.split('/').at(-1), new Date().toISOString().slice(0, 10));
  return found;
}

const textOf = (value) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value));

/** How often a second PostgreSQL alone does it. */
export async function sqlAlone({ url, folder, options }, name, next, connections) {
  if (!options.sql) return undefined;
  const request = next();
  request.done?.();
  const [text, values] = (await statementOf(name, request)) ?? [];
  if (!text) return undefined;
  const script = join(folder, `${name}.sql`);
  writeFileSync(script, `${text.replaceAll(/\$(\d+)/g, ':p$1').replaceAll(/\s+/g, ' ')};\n`);
  const given = values.flatMap((value, index) => ['-D', `p${index + 1}=${textOf(value)}`]);
  const seconds = String(Math.max(1, Math.round((options.slice * options.rounds) / 2000)));
  const child = spawn('pgbench', ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', seconds, '-f', script, ...given, url], { stdio: ['ignore', 'pipe', 'ignore'] }); // prettier-ignore
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close').catch(() => [undefined]);
  const rate = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  return code === 0 && rate > 0 ? rate : undefined;
}
