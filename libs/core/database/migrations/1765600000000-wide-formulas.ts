import type { MigrationInterface, QueryRunner } from 'typeorm';

const GUARD = (codes: string) => `
CREATE OR REPLACE FUNCTION csv_cell(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN ascii(ltrim($1, '''')) IN (${codes}) THEN '''' || $1 ELSE $1 END;`;
const PLAIN = '9, 13, 43, 45, 61, 64';
// U+FE63, U+FF0B, U+FF0D, U+FF1D and U+FF20.
const WIDE = '65123, 65291, 65293, 65309, 65312';

/** Cells that begin with a full-width sign are no formulas either. */
export class WideFormulas1765600000000 implements MigrationInterface {
  name = 'WideFormulas1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GUARD(`${PLAIN}, ${WIDE}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(GUARD(PLAIN));
  }
}
