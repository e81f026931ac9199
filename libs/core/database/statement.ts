import { createHash } from 'node:crypto';
import type { FieldDef, Pool, PoolClient } from 'pg';
import { DescribedOnce } from '#libs/core/database/driver-internals';
import { answerTypes, asText } from '#libs/core/database/pg-types';

/** The values of a row as PostgreSQL sends them: text, or null. */
export type RawRow = (string | null)[];
/** Makes a row of a result from its raw values. */
export type RowReader<Row = unknown> = (raw: RawRow) => Row;
/** Makes the reader of rows with these columns. It is called once per connection and statement. */
export type ReaderOf<Row = unknown> = (fields: readonly FieldDef[]) => RowReader<Row>;

/** The parser of a column's text. */
export const parserOf = ({ dataTypeID }: FieldDef): ((text: string) => unknown) =>
  answerTypes.getTypeParser(dataTypeID, 'text') as (text: string) => unknown;

/**
 * Makes code that reads a row, from an expression per column over its raw values `r` and the parsers `p`. The code is generated,
 * because a loop over the columns takes several times as long.
 */
export function compiled<Row>(fields: readonly FieldDef[], expression: string): RowReader<Row> {
  const make = new Function('p', `return (r) => ${expression}`) as (parsers: unknown[]) => RowReader<Row>;
  return make(fields.map(parserOf));
}

const recordReaders = new Map<string, RowReader>();

/** A column as a member of an object, for `compiled`: its value is as responses need it. */
export function memberOf(field: FieldDef, at: number): string {
  const value = parserOf(field) === asText ? `r[${at}]` : `r[${at}] === null ? null : p[${at}](r[${at}])`;
  return `${JSON.stringify(field.name)}: ${value}`;
}

/** Reads a row as an object whose values are as responses need them. */
export function recordReader<Row>(fields: readonly FieldDef[]): RowReader<Row> {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  let reader = recordReaders.get(key);
  if (!reader) recordReaders.set(key, (reader = compiled(fields, `({ ${fields.map(memberOf).join(', ')} })`)));
  return reader as RowReader<Row>;
}

// A name makes node-postgres prepare the statement once per connection; the text decides the name.
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')));
  return name;
}

/**
 * Runs a statement, which each connection prepares once. Its rows are read by `readerOf`.
 * @throws the error of PostgreSQL, or of the reader
 */
export function run<Row>(
  client: Pool | PoolClient,
  text: string,
  values: unknown[],
  readerOf: ReaderOf<Row> = recordReader,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const statement = new DescribedOnce<Row>({ name: nameOf(text), text, values }, readerOf);
    const done = (error: Error | undefined) => (error ? reject(error) : resolve(statement.read));
    (client as PoolClient).query(statement as never, undefined as never, done as never);
  });
}
