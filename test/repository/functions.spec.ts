import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { CURRENT_FUNCTIONS } from '#libs/core/database/functions';
import { migrate } from '#libs/core/database/migrate';
import { createDatabase } from '../support/database.js';

// The release before calls these; they go when no supported release does.
const OF_RELEASE_BEFORE = [
  'blocking_bookings(uuid,uuid,daterange,boolean,uuid)',
  'exchange_places(uuid,jsonb)',
  'exchange_places_in_turn(uuid,jsonb)',
  'has_more_below(uuid,uuid)',
  'place_to_book(uuid,uuid,daterange,uuid)',
  'places_to_take(uuid,uuid,daterange,boolean,uuid)',
  'take_places(uuid,uuid,integer,uuid,daterange,boolean)',
  'take_single_places(uuid,jsonb)',
];

const ALL = `
SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  AND pg_get_functiondef(p.oid) ~ 'occupancies|allocatable_below|daterange|locations [lp] '
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`;

describe('functions of the database', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const definition = async (signature: string): Promise<unknown> =>
    (await client.query('SELECT pg_get_functiondef($1::regprocedure) AS text', [signature])).rows[0].text;

  test('are as their files say', async () => {
    for (const { signature, text } of CURRENT_FUNCTIONS) {
      const inDatabase = await definition(signature);
      await client.query(text);
      expect([signature, inDatabase]).toEqual([signature, await definition(signature)]);
    }
  });

  test('about places have a file each, but for those of the release before', async () => {
    const found = (await client.query<{ signature: string }>(ALL)).rows.map(({ signature }) => signature);
    const known = [...CURRENT_FUNCTIONS.map(({ signature }) => signature), ...OF_RELEASE_BEFORE];
    expect(found.filter((name) => !known.includes(name))).toEqual([]);
    for (const name of known) expect(await definition(name)).toMatch(/^CREATE OR REPLACE FUNCTION/);
  });

  test('are applied again when the text that was applied last is another', async () => {
    const [first] = CURRENT_FUNCTIONS;
    if (!first) throw new Error('no functions');
    await client.query(`CREATE OR REPLACE FUNCTION nights(first date, departure date) RETURNS daterange
      LANGUAGE sql IMMUTABLE RETURN daterange(first, departure)`);
    const broken = await definition(first.signature);
    await migrate(database.url);
    expect(await definition(first.signature)).toEqual(broken);
    await client.query('DELETE FROM schema_functions WHERE signature = $1', [first.signature]);
    await migrate(database.url);
    expect(await definition(first.signature)).not.toEqual(broken);
  });
});
