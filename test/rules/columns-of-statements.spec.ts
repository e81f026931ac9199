import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { columnList, columnsAs, columnTypes, insertInto, setFrom, update } from '#libs/core/database/columns';
import { Job } from '#libs/jobs/job.entity';

describe('the columns of a statement', () => {
  test('are those of the properties', () => {
    expect(insertInto(Job, 'siteId id')).toBe('INSERT INTO jobs (site_id, id)');
    expect(columnList(Job, 'id resultUrl', 'j')).toBe('j.id, j.result_url');
    expect(columnsAs(Job, { _id: 'id', site: 'siteId' })).toBe('id AS "_id", site_id AS "site"');
    expect(columnTypes(Job, 'id heartbeatAt')).toBe('id uuid, heartbeat_at timestamptz');
    expect(update(Job, { done: 'j.done + 1', heartbeatAt: '$3' }, 'j')).toBe(
      'UPDATE jobs j SET done = j.done + 1, heartbeat_at = $3',
    );
    expect(setFrom(Job, 'state problem', 'excluded')).toBe('state = excluded.state, problem = excluded.problem');
  });

  test('do not compile for a property that the entity does not have, also from a constant', () => {
    const values = { state: '$1', heartbeat: '$2' };
    // @ts-expect-error -- no such property
    expect(() => columnList(Job, 'id heartbeat')).toThrow();
    // @ts-expect-error -- no such property
    expect(() => columnsAs(Job, { since: 'heartbeat' })).toThrow();
    // @ts-expect-error -- no such property
    expect(() => columnTypes(Job, 'id heartbeat')).toThrow();
    // @ts-expect-error -- no such property
    expect(() => insertInto(Job, 'id heartbeat')).toThrow();
    // @ts-expect-error -- no such property
    expect(() => setFrom(Job, 'heartbeat', 'excluded')).toThrow();
    // @ts-expect-error -- no such property
    expect(() => update(Job, { heartbeat: '$1' })).toThrow();
    // @ts-expect-error -- no such property
    expect(() => update(Job, values)).toThrow();
  });

  // A resource names the columns of another one only where it may not import its entity (decision 327).
  test('are written as text only for tables of another resource', async () => {
    const found: string[] = [];
    for (const file of await readdir('libs', { recursive: true })) {
      if (!file.endsWith('.ts') || /migrations|occupancy.functions/.test(file)) continue;
      const text = await readFile(join('libs', file), 'utf8');
      if (/\bUPDATE \w+ (?:\w+ )?SET (?!\$\{)/.test(text)) found.push(file.replaceAll('\\', '/'));
    }
    expect(found.sort()).toEqual([
      'bookings/homes.queries.ts',
      'merges/merges.queries.ts',
      'pictures/pictures.queries.ts',
      'privacy/forget.queries.ts',
      'students/forget-in-imports.queries.ts',
    ]);
  });
});
