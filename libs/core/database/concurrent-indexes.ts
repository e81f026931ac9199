import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that builds indexes while others write. An index that was left unfinished by a failure is built again. */
export abstract class ConcurrentIndexes implements MigrationInterface {
  readonly transaction = false;
  /** Each index by its name: what follows `CREATE INDEX … ON`. */
  protected abstract readonly indexes: Record<string, string>;

  async up(runner: QueryRunner): Promise<void> {
    // Other sessions are not held up while this one waits for them.
    await runner.query('SET lock_timeout = 0');
    for (const [name, definition] of Object.entries(this.indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${definition}`);
    }
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(this.indexes)) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
