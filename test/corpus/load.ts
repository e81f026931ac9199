import type { CorpusSite } from './site.js';

/** Runs one statement. */
export type Run = (sql: string, values: unknown[]) => Promise<unknown>;

/** Writes a corpus site into a database, straight into the tables. */
export async function loadSite(run: Run, { id, people, rooms, houses }: CorpusSite): Promise<void> {
  await run(`INSERT INTO sites (id, name, time_zone, date_order) VALUES ($1, 'Corpus', 'Europe/London', 'dmy')`, [id]);
  await run(
    `INSERT INTO location_types (site_id, id, name, colour, can_be_allocated_to_bookings)
     SELECT $1, gen_random_uuid(), name, '#2F6FED', name <> 'House' FROM unnest(ARRAY['House', 'Flat', 'Room']) AS name`,
    [id],
  );
  await run(
    `INSERT INTO locations (site_id, id, name, code, location_type_id, parent_id)
     SELECT $1, l.id, l.name, l.code, t.id, l.parent
     FROM jsonb_to_recordset($2) AS l (id uuid, name text, code text, type text, parent uuid)
     JOIN location_types t ON t.site_id = $1 AND t.name = l.type`,
    [id, JSON.stringify([...houses, ...rooms])],
  );
  await run(
    `INSERT INTO students (site_id, id, student_id, first_name, last_name, email, location_id)
     SELECT $1, s.id, s.student_id, s.first_name, s.last_name, s.email, $3
     FROM jsonb_to_recordset($2) AS s (id uuid, student_id text, first_name text, last_name text, email text)`,
    [id, JSON.stringify(people, ['id', 'student_id', 'first_name', 'last_name', 'email']), houses[0]?.id],
  );
  // What autovacuum does within a minute: the index of names is slow until what was written is merged into it.
  await run('VACUUM ANALYZE students, locations', []);
}

/** Sets how the site writes days in numbers. */
export const setDateOrder = (run: Run, { id }: CorpusSite, order: string | null) =>
  run('UPDATE sites SET date_order = $2 WHERE id = $1', [id, order]);
