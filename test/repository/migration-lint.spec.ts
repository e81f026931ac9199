import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import { MIGRATIONS } from '#libs/core/database/data-source';

interface Finding {
  rule_name: string;
  message: string;
  line: number;
}

const SQUAWK = ['tools/node_modules', 'node_modules']
  .map((packages) => `${packages}/@squawk-cli/linux-x64/bin/squawk`)
  .find(existsSync);

// `migrate` sets both; 32 bits are enough for what is counted, since ids are UUIDs.
const NOT_OURS = ['require-lock-timeout', 'require-statement-timeout', 'prefer-bigint-over-int', 'prefer-bigint-over-smallint']; // prettier-ignore

// Before the first release no table had rows to lock and no older version ran; its migrations are older than this.
const FIRST_RELEASE = 1_765_000_000_000;
const STYLE = ['ban-char-field', 'prefer-timestamp-tz', 'prefer-text-field', 'prefer-identity', 'ban-create-domain-with-constraint']; // prettier-ignore
const isLater = (name: string) => Number(/\d{13}$/.exec(name)?.[0]) > FIRST_RELEASE;

async function sqlOf(migration: MigrationInterface): Promise<string> {
  const statements: string[] = [];
  const query = (text: string) => Promise.resolve(void statements.push(text.trim().replace(/;*$/, ';')));
  await migration.up({ query } as never);
  return statements.join('\n');
}

function squawk(sql: string, transaction = true): Finding[] {
  const options = ['--pg-version', '18.0', '--reporter', 'json', '--exclude', NOT_OURS.join(',')];
  if (transaction) options.push('--assume-in-transaction');
  const { stdout, stderr } = spawnSync(SQUAWK as string, options, { input: sql, encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Finding[];
}

if (!SQUAWK) console.warn('squawk comes for Linux x64 only: migrations are NOT linted in this run.');

(SQUAWK ? describe : describe.skip)('squawk', () => {
  test('finds what locks a table that people work on, or breaks the release before', () => {
    const rules = (sql: string) => squawk(sql).map(({ rule_name }) => rule_name);
    expect(rules('ALTER TABLE bookings ADD COLUMN colour text NOT NULL;')).toContain('adding-required-field');
    expect(rules('ALTER TABLE bookings RENAME COLUMN notes TO remarks;')).toContain('renaming-column');
    expect(rules('ALTER TABLE bookings DROP COLUMN notes;')).toContain('ban-drop-column');
    expect(rules('CREATE INDEX bookings_notes_1 ON bookings (notes);')).toContain('require-concurrent-index-creation');
    expect(rules('ALTER TABLE bookings ADD CONSTRAINT notes_1 CHECK (length(notes) < 9);')).toContain('constraint-missing-not-valid'); // prettier-ignore
  });

  test('has nothing to say against a migration; against those of the first release nothing about types', async () => {
    for (const migration of MIGRATIONS) {
      const made: MigrationInterface = new migration();
      const found = squawk(await sqlOf(made), made.transaction !== false);
      const counts = found.filter(({ rule_name }) => isLater(migration.name) || STYLE.includes(rule_name));
      expect([migration.name, counts]).toEqual([migration.name, []]);
    }
    expect(squawk('CREATE TABLE t (at timestamp);').map(({ rule_name }) => rule_name)).toContain(STYLE[1]);
  });
});
