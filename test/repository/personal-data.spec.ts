import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { PERSONAL_DATA, treatmentsOf } from '#libs/privacy/personal-data';
import { createDatabase } from '../support/database.js';

const COLUMNS = `
SELECT table_name || '.' || column_name AS name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name <> 'schema_migrations' ORDER BY 1`;

/** Faults between a schema and the register, as a reader can act on them. */
function faultsOf(columns: string[], register: typeof PERSONAL_DATA): string[] {
  const listed = Object.entries(register).flatMap(([table, rule]) =>
    treatmentsOf(rule).map(({ column }) => `${table}.${column}`),
  );
  return [
    ...columns
      .filter((name) => !listed.includes(name))
      .map((name) => `${name}: say in libs/privacy/personal-data.ts what erasing a person does to it`),
    ...listed.filter((name) => !columns.includes(name)).map((name) => `${name}: is listed, and does not exist`),
    ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${name}: is listed twice`),
  ];
}

describe('the register of personal data', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let columns: string[];
  beforeAll(async () => {
    database = await createDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    columns = (await client.query<{ name: string }>(COLUMNS)).rows.map(({ name }) => name);
    await client.end();
  });
  afterAll(() => database.drop());

  test('says of every column of the schema what erasing a person does to it', () => {
    expect(columns.length).toBeGreaterThan(200);
    expect(faultsOf(columns, PERSONAL_DATA)).toEqual([]);
  });

  test('a column that is new, gone or listed twice is found', () => {
    const { bookings = {}, ...others } = PERSONAL_DATA;
    expect(faultsOf([...columns, 'bookings.diary'], PERSONAL_DATA)).toHaveLength(1);
    expect(
      faultsOf(
        columns.filter((name) => name !== 'bookings.notes'),
        PERSONAL_DATA,
      ),
    ).toHaveLength(1);
    expect(faultsOf(columns, { ...others, bookings: { ...bookings, removed: 'notes' } })).toHaveLength(1);
    expect(faultsOf(columns, others).length).toBeGreaterThan(20);
  });

  test('whatever is kept has a reason', () => {
    const reasons = Object.values(PERSONAL_DATA).flatMap(({ kept = {} }) => Object.keys(kept));
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
  });
});
