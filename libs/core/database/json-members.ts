import pg, { type FieldDef } from 'pg';
import { compiled, type RowReader } from '#libs/core/database/statement';

const { BOOL, DATE, INT2, INT4, TIMESTAMPTZ, UUID } = pg.types.builtins as Record<string, number>;
const UUID_ARRAY = 2951;

/** The JSON of a column that is not null, as an expression over its raw value `v` and its parser `p`. */
function jsonOf({ dataTypeID }: FieldDef, v: string, p: string): string {
  switch (dataTypeID) {
    case BOOL:
      return `(${v} === 't')`;
    case INT2:
    case INT4:
      return v;
    // None of these needs an escape.
    case UUID:
    case DATE:
      return `'"' + ${v} + '"'`;
    case TIMESTAMPTZ:
      return `'"' + ${p}(${v}) + '"'`;
    default:
      if (dataTypeID === UUID_ARRAY)
        return `(${v} === '{}' ? '[]' : '["' + ${v}.slice(1, -1).replaceAll(',', '","') + '"]')`;
      return `JSON.stringify(${p}(${v}))`;
  }
}

/**
 * Writes the columns with these names as members of a JSON object, in their order and without its braces: the same text as
 * `JSON.stringify` of the record, without the values in between.
 */
export function membersWriter(fields: readonly FieldDef[], names: readonly string[]): RowReader<string> {
  const members = names.map((name) => {
    const at = fields.findIndex((field) => field.name === name);
    const field = fields[at];
    if (!field) throw new Error(`the statement has no column ${name}`);
    const json = jsonOf(field, `r[${at}]`, `p[${at}]`);
    return `'${JSON.stringify(name)}:' + (r[${at}] === null ? 'null' : ${json})`;
  });
  return compiled(fields, members.join(` + ',' + `));
}
