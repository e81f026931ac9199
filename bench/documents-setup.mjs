// A database with sites to print, and Lodge as in production.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { startPostgres } from '#apps/local/postgres-server';
import { migrate } from '#libs/core/database/migrate';
import { freePort } from './free-port.mjs';

const OWNER = { email: 'owner@bench.example', password: 'porter-lodge-bench-1' };

/** A new database, in the server of an address or in one of its own. */
export async function openDatabase(given, folder) {
  const server = given
    ? { url: (name) => Object.assign(new URL(given), { pathname: `/${name}` }).href, stop: async () => undefined }
    : await startPostgres({ directory: folder, password: newId(), durable: true, settings: {} });
  const client = new pg.Client(given ?? server.url('postgres'));
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS lodge_bench_documents WITH (FORCE)');
  await client.query('CREATE DATABASE lodge_bench_documents');
  await client.end();
  const url = server.url('lodge_bench_documents');
  await migrate(url);
  return { url, stop: server.stop };
}

/** A site of so many students in ten buildings of five floors. */
export async function makeSite(pool, name, students) {
  const [site, type] = [newId(), newId()];
  await pool.query(`INSERT INTO sites (id, name, time_zone) VALUES ($1, $2, 'Europe/London')`, [site, name]);
  await pool.query(
    `INSERT INTO location_types (site_id, id, name, colour, can_be_allocated_to_bookings) VALUES ($1, $2, 'House', '#777777', false)`,
    [site, type],
  );
  await pool.query(
    `WITH houses AS (
       INSERT INTO locations (site_id, id, name, location_type_id) SELECT $1, gen_random_uuid(), 'House ' || n, $2 FROM generate_series(1, 10) n
       RETURNING id)
     INSERT INTO locations (site_id, id, name, floor, parent_id, location_type_id)
     SELECT $1, gen_random_uuid(), 'Floor ' || n, n, id, $2 FROM houses, generate_series(1, 5) n`,
    [site, type],
  );
  await pool.query(
    `WITH floors AS (SELECT id, row_number() OVER () AS n FROM locations WHERE site_id = $1 AND parent_id IS NOT NULL)
     INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
     SELECT $1, gen_random_uuid(), 'S' || lpad(s::text, 6, '0'), 'Firstname' || s % 97, 'Lastname' || s, f.id
     FROM generate_series(1, $2::int) s JOIN floors f ON f.n = 1 + s % 50`,
    [site, students],
  );
  return site;
}

/** Gives every student of a site a picture of a hundred different ones, each about as large as a face is. */
export async function addPictures(pool, site, folder) {
  mkdirSync(join(folder, 'files', 'pictures'), { recursive: true });
  const faces = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sharp({
        create: { width: 64, height: 64, channels: 3, noise: { type: 'gaussian', mean: 90 + index, sigma: 40 } },
      })
        .png()
        .toBuffer()
        .then((noise) => sharp(noise).resize(512, 512, { kernel: 'cubic' }).webp({ quality: 82 }).toBuffer()),
    ),
  );
  const { rows } = await pool.query(
    `INSERT INTO pictures (id, site_id, student_id) SELECT gen_random_uuid(), site_id, id FROM students WHERE site_id = $1 RETURNING id`,
    [site],
  );
  for (const [index, { id }] of rows.entries())
    writeFileSync(join(folder, 'files', 'pictures', `${id}.webp`), faces[index % 100]);
}

/** The user who prints. */
export const addOwner = async (pool) =>
  pool.query(
    `INSERT INTO users (id, email, first_name, last_name, owner, password_hash) VALUES ($1, $2, 'Bench', 'Owner', true, $3)`,
    [newId(), OWNER.email, await hash(OWNER.password)],
  );

/** Api and worker as in production, each a process. */
export async function startLodge(databaseUrl, folder) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    LODGE_MODE: 'local',
    COOKIE_SECURE: 'false',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'a secret that only this bench uses, 0123456789',
    MAIL_URL: pathToFileURL(folder).href,
    STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
    RATE_LIMIT_PDF_PER_MINUTE: '0',
    DOCUMENT_WAIT_SECONDS: '120',
    LOG_LEVEL: 'error',
  };
  const children = ['api', 'worker'].map((name) =>
    spawn(process.execPath, [`dist/apps/${name}/main.js`], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const origin = env.PUBLIC_URL;
  while (!(await fetch(`${origin}/health/live`).catch(() => undefined))?.ok) await sleep(100);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/users/sessions`, { method: 'POST', headers, body: JSON.stringify(OWNER) });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const stop = () => Promise.all(children.map((child) => (child.kill('SIGTERM'), once(child, 'exit'))));
  return { origin, cookie, pids: children.map(({ pid }) => pid), stop };
}
