import type { Sql } from '#libs/core/database/database';
import { mappedInTurns } from '#libs/core/turns';
import { fullNames } from '#libs/booking-import/names';
import { bareId } from '#libs/booking-import/text';
import { TrigramIndex } from '#libs/booking-import/trigrams';

/** A person as a row names it, once however many rows do. */
export interface GivenPerson {
  person: number;
  student_id: string | null;
  email: string | null;
  name: string | null;
}

/**
 * Somebody whom a row may mean, and by what. `name_score`: trigram similarity of the sorted names, 0 to 1;
 * `full_name_score`: the best of those with a nickname replaced.
 */
export interface PersonHit {
  person: number;
  id: string;
  student_id: string;
  email: string | null;
  record_name: string;
  by_id: boolean;
  by_email: boolean;
  by_core: boolean;
  name_score: number;
  full_name_score: number;
}

/** Somebody whom a row may mean; `score` is that of a name, 0 for who was found by an id or an email. */
interface Hit {
  person: number;
  id: string;
  score: number;
}

const GIVEN = `
SELECT person, lower(student_id) AS student_id, lower(bare_id) AS bare_id, id_core(bare_id) AS core, lower(email) AS email,
  name_key(coalesce(name, '')) AS name
FROM jsonb_to_recordset($2) AS g (person integer, student_id text, bare_id text, email text, name text)`;

// What is looked up has a LIMIT of its own, so that it is looked up by its index, whatever the planner believes of a table that
// was just filled.
const CERTAIN = `
WITH given AS MATERIALIZED (${GIVEN}),
certain AS MATERIALIZED (
  SELECT g.person, s.id, s.by_id, g.name <> '' AND s.name_key = g.name AS named FROM given g CROSS JOIN LATERAL (
    (SELECT id, name_key, true AS by_id FROM students WHERE site_id = $1 AND lower(student_id) = g.student_id AND deleted_at IS NULL LIMIT 1)
    UNION (SELECT id, name_key, true FROM students WHERE site_id = $1 AND lower(student_id) = g.bare_id AND deleted_at IS NULL LIMIT 1)
    UNION (SELECT id, name_key, false FROM students WHERE site_id = $1 AND lower(email) = g.email AND deleted_at IS NULL LIMIT 1)) s)
SELECT person, id, 0 AS score, named FROM certain
UNION ALL SELECT g.person, s.id, 0, false FROM given g CROSS JOIN LATERAL (
  SELECT id FROM students WHERE site_id = $1 AND id_core(student_id) = g.core AND deleted_at IS NULL LIMIT 6) s
  WHERE g.core <> '' AND g.person NOT IN (SELECT person FROM certain WHERE named AND by_id)`;

const SPELLINGS = `
SELECT DISTINCT person, name_key(name) AS name FROM jsonb_to_recordset($1) AS s (person integer, name text)`;
const NAMES = `SELECT id, name_key AS name FROM students WHERE site_id = $1 AND deleted_at IS NULL ORDER BY id`;
/** With less in common, a name is not like another. */
const LEAST_SCORE = 0.45;
const MOST_ALIKE = 6;

const HITS = `
WITH given AS MATERIALIZED (${GIVEN}),
hits AS (SELECT person, id, max(score) AS score FROM jsonb_to_recordset($3) AS h (person integer, id uuid, score real) GROUP BY person, id)
SELECT h.person, s.id, s.student_id, s.email, s.last_name || ', ' || s.first_name AS record_name,
  coalesce(lower(s.student_id) IN (g.student_id, g.bare_id), false) AS by_id, coalesce(lower(s.email) = g.email, false) AS by_email,
  g.core <> '' AND coalesce(id_core(s.student_id) = g.core, false) AS by_core,
  CASE WHEN g.name = '' THEN 0 ELSE round(similarity(s.name_key, g.name)::numeric, 3)::float END AS name_score,
  round(h.score::numeric, 3)::float AS full_name_score
FROM hits h JOIN given g ON g.person = h.person
CROSS JOIN LATERAL (SELECT * FROM students WHERE site_id = $1 AND id = h.id LIMIT 1) s`;

/** Everybody whom the people of a file may be. A name is only searched for where id and email did not lead to somebody of just that name. */
export async function findPeople(sql: Sql, siteId: string, people: GivenPerson[]): Promise<PersonHit[]> {
  if (people.length === 0) return [];
  // The planner thinks of more rows than there will be; compiling the statements would cost more than running them.
  await sql.rows(`SELECT set_config('jit', 'off', true)`);
  const given = JSON.stringify(
    people.map((each) => ({ ...each, bare_id: each.student_id && bareId(each.student_id) })),
  );
  const certain = await sql.rows<Hit & { named: boolean }>(CERTAIN, [siteId, given]);
  const named = new Set(certain.flatMap(({ person, named: isNamed }) => (isNamed ? [person] : [])));
  const alike = await findAlike(
    sql,
    siteId,
    people.filter(({ person }) => !named.has(person)),
  );
  return sql.rows<PersonHit>(HITS, [siteId, given, JSON.stringify([...certain, ...alike])]);
}

/** The six whose names are most like each spelling of the name of each person. */
async function findAlike(sql: Sql, siteId: string, people: GivenPerson[]): Promise<Hit[]> {
  const spellings = people.flatMap(({ person, name }) =>
    name === null ? [] : fullNames(name).map((each) => ({ person, name: each })),
  );
  if (spellings.length === 0) return [];
  const sought = await sql.rows<{ person: number; name: string }>(SPELLINGS, [JSON.stringify(spellings)]);
  const known = await sql.rows<{ id: string; name: string }>(NAMES, [siteId]);
  const index = new TrigramIndex(known.map(({ name }) => name));
  const alike = await mappedInTurns(sought, ({ person, name }) => {
    const best: Hit[] = [];
    index.search(name, LEAST_SCORE, (place, score) => {
      const behind = best.findIndex((each) => each.score < score);
      if (behind < 0 && best.length === MOST_ALIKE) return;
      best.splice(behind < 0 ? best.length : behind, 0, { person, id: known[place]!.id, score });
      best.length = Math.min(best.length, MOST_ALIKE);
    });
    return best;
  });
  return alike.flat();
}
