// A seeded data set, made inside PostgreSQL: the same every time for a number of bookings and a day.
import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { migrate } from '#libs/core/database/migrate';

export const SITE = '019aa000-0000-7000-8000-000000000001';
/** A second site, with students only. */
export const CAMPUS = '019aa000-0000-7000-8000-000000000002';
export const OWNER = { email: 'owner@bench.example', password: 'porter-lodge-bench-1' };
export const ROOMS = 20_000;
export const STUDENTS = 100_000;
/** A third one, whose list is printed. */
export const HALL = '019aa000-0000-7000-8000-000000000003';
export const HALL_STUDENTS = 2_000;
const CAMPUS_STUDENTS = 20_000;
const NIGHTS = 36;

const uuid = (text) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
export const roomId = (number) => uuid(`room ${number}`);
export const houseId = (number) => uuid(`house ${number}`);
export const studentId = (number) => uuid(`student ${number}`);
export const bookingId = (number) => uuid(`booking ${number}`);

const SYLLABLES = ['ba', 'cor', 'den', 'el', 'fir', 'gan', 'hol', 'in', 'jas', 'kel', 'lor', 'mun', 'nor', 'os', 'per', 'rin', 'sal', 'tor', 'ul', 'win']; // prettier-ignore
const syllable = (seed, place) =>
  `(ARRAY['${SYLLABLES.join("','")}'])[1 + (hashtextextended('${place}' || ${seed}, 0) & 65535) % ${SYLLABLES.length}]`;
const name = (seed, places) => `initcap(${places.map((place) => syllable(seed, place)).join(' || ')})`;

/** Runs statements one after another, each with a name for the one who waits. */
async function run(client, steps, say) {
  for (const [step, text] of steps) {
    const began = Date.now();
    await client.query(text);
    const seconds = (Date.now() - began) / 1000;
    if (seconds >= 1) say(`    ${step}: ${seconds.toFixed(1)} s`);
  }
}

export const students = (site, count, prefix) => `
INSERT INTO students (site_id, id, student_id, first_name, last_name, name_key, email, location_id)
SELECT '${site}', md5('${prefix} ' || n)::uuid, 'S' || n, first, last, name_key(first || ' ' || last), 's' || n || '@students.example',
  md5('house of ${site}')::uuid
FROM (SELECT n, ${name('n', ['a', 'b'])} AS first, ${name('n % 30011', ['c', 'd', 'e'])} AS last FROM generate_series(1, ${count}) n) named`;

export const site = (id, title) => `
INSERT INTO sites (id, name, time_zone) VALUES ('${id}', '${title}', 'Europe/London');
INSERT INTO cancellation_codes (site_id, id, code, name)
  SELECT '${id}', gen_random_uuid(), code, code FROM unnest(ARRAY['requested_by_student', 'data_entry_error']) code;
INSERT INTO flags (site_id, id, name, colour) VALUES ('${id}', md5('flag of ${id}')::uuid, 'Late key', '#2F6FED');
INSERT INTO location_types (site_id, id, name, colour, can_be_allocated_to_bookings)
  VALUES ('${id}', md5('room type of ${id}')::uuid, 'Room', '#2F6FED', true),
    ('${id}', md5('house type of ${id}')::uuid, 'House', '#047857', false);
INSERT INTO locations (site_id, id, name, location_type_id)
  VALUES ('${id}', md5('house of ${id}')::uuid, 'Main house', md5('house type of ${id}')::uuid)`;

const ROOMS_OF_SITE = `
INSERT INTO locations (site_id, id, name, location_type_id)
  SELECT '${SITE}', md5('house ' || n)::uuid, 'House ' || n, md5('house type of ${SITE}')::uuid FROM generate_series(0, 199) n;
INSERT INTO locations (site_id, id, name, code, location_type_id, parent_id, floor)
  SELECT '${SITE}', md5('room ' || n)::uuid, 'Room ' || n, 'R' || n, md5('room type of ${SITE}')::uuid,
    md5('house ' || n % 200)::uuid, (n / 200 % 10)::text
  FROM generate_series(0, ${ROOMS - 1}) n`;

// Each room has its stays one after another: the present one first, then in turn one further back and one further ahead.
const BOOKINGS = (count) => `
INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
  segment_from, checked_in_at, checked_out_at, notes, created_at, updated_at)
SELECT '${SITE}', md5('booking ' || n)::uuid, md5('student ' || n::bigint * 7 % ${STUDENTS} + 1)::uuid, md5('room ' || n % ${ROOMS})::uuid,
  status, first, first + ${NIGHTS}, first, first + ${NIGHTS}, first,
  CASE WHEN status IN ('checked_in', 'checked_out') THEN first + time '14:00' END,
  CASE WHEN status = 'checked_out' THEN first + ${NIGHTS} + time '10:00' END,
  CASE WHEN n % 5 = 0 THEN 'Arrives late in the evening, "key" at the gate' END,
  first - 60 + n % 86400 * interval '1 second', first - 60 + n % 86400 * interval '1 second'
FROM (
  SELECT n, current_date - 10 + turn * ${NIGHTS} AS first, CASE
    WHEN turn < 0 THEN CASE WHEN n % 8 = 0 THEN 'cancelled' ELSE 'checked_out' END
    WHEN turn = 0 THEN CASE WHEN n % 2 = 0 THEN 'checked_in' ELSE 'confirmed' END
    WHEN n % 10 = 1 THEN 'provisional' ELSE 'confirmed' END AS status
  FROM (SELECT n, CASE WHEN n / ${ROOMS} % 2 = 1 THEN -(n / ${ROOMS} + 1) / 2 ELSE n / ${ROOMS} / 2 END AS turn
    FROM generate_series(0, ${count - 1}) n) numbered) planned`;

const TRAILS = `
INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, to_status, occurred_at, recorded_at, actor_type, actor_name)
  SELECT site_id, id, 1, gen_random_uuid(), 'created', 'confirmed', created_at, created_at, 'system', 'Bench' FROM bookings;
INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, from_status, to_status, occurred_at, recorded_at, actor_type, actor_name)
  SELECT site_id, id, 2, gen_random_uuid(), CASE status WHEN 'checked_in' THEN 'check_in' WHEN 'checked_out' THEN 'check_out' ELSE 'cancel' END,
    'confirmed', status, coalesce(checked_in_at, created_at), coalesce(checked_in_at, created_at), 'system', 'Bench'
  FROM bookings WHERE status IN ('checked_in', 'checked_out', 'cancelled')`;

const OCCUPANCIES = `
INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
  SELECT site_id, id, 1, location_id, 1, daterange(contract_start, contract_end),
    status <> 'cancelled', status = 'checked_in' FROM bookings;
INSERT INTO booking_flags (site_id, booking_id, flag_id, position)
  SELECT site_id, id, md5('flag of ${SITE}')::uuid, 1 FROM bookings WHERE notes IS NOT NULL`;

const TABLES = ['students', 'bookings', 'booking_transactions', 'occupancies', 'booking_flags'];
const INDEXES = `
SELECT i.indexdef AS make, format('DROP INDEX %I', i.indexname) AS drop FROM pg_indexes i
WHERE i.schemaname = 'public' AND i.tablename = ANY($1)
  AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)`;
// Not the primary keys: others refer to them.
const CONSTRAINTS = `
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) AS make,
  format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS drop
FROM pg_constraint c WHERE c.conrelid = ANY($1::regclass[]) AND c.contype IN ('x', 'u')`;

/** Makes the tables and fills them. Foreign keys are not checked meanwhile, and indexes are created after the rows. */
export async function loadData(url, bookings, say) {
  await migrate(url);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`,
    );
    const aside = [];
    for (const query of [INDEXES, CONSTRAINTS]) aside.push(...(await client.query(query, [TABLES])).rows);
    const steps = [
      ['sites', `${site(SITE, 'Kings Court')}; ${site(CAMPUS, 'Campus')}; ${site(HALL, 'Hall')}; ${ROOMS_OF_SITE}`],
      ...aside.map(({ drop }) => ['indexes aside', drop]),
      [
        'students',
        `${students(SITE, STUDENTS, 'student')}; ${students(CAMPUS, CAMPUS_STUDENTS, 'campus')}; ${students(HALL, HALL_STUDENTS, 'hall')}`,
      ],
      ['bookings', BOOKINGS(bookings)],
      ['trails', TRAILS],
      ['places', OCCUPANCIES],
      ...aside.map(({ make }) => [make.replace(/^.*(INDEX|CONSTRAINT) (\w+) .*$/, 'index $2'), make]),
    ];
    await run(client, steps, say);
    await client.query(
      `INSERT INTO users (id, email, first_name, last_name, owner, password_hash) VALUES (gen_random_uuid(), $1, 'Bench', 'Owner', true, $2)`,
      [OWNER.email, await hash(OWNER.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })],
    );
    await run(
      client,
      [
        ['vacuum', 'VACUUM ANALYZE'],
        ['checkpoint', 'CHECKPOINT'],
      ],
      say,
    );
  } finally {
    await client.end();
  }
}
