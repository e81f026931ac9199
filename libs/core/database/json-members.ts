import pg, { type FieldDef } from 'pg';

const { BOOL, DATE, INT2, INT4, TIMESTAMPTZ, UUID } = pg.types.builtins as Record<string, number>;
const UUID_ARRAY = 2951;

/** A column that is not null as JSON after some text, as an expression over its raw value `v` and its parser `p`. */
function jsonAfter(text: string, { dataTypeID }: FieldDef, v: string, p: string): string {
  // Texts that follow one another are one: V8 makes an object for every `+`.
  const quoted = (value: string) => `'${text}"' + ${value} + '"'`;
  switch (dataTypeID) {
    case BOOL:
      return `'${text}' + (${v} === 't')`;
    case INT2:
    case INT4:
      return `'${text}' + ${v}`;
    // None of these needs an escape.
    case UUID:
    case DATE:
      return quoted(v);
    case TIMESTAMPTZ:
      return quoted(`${p}(${v})`);
    default:
      if (dataTypeID === UUID_ARRAY)
        return `(${v} === '{}' ? '${text}[]' : '${text}["' + ${v}.slice(1, -1).replaceAll(',', '","') + '"]')`;
      return `'${text}' + JSON.stringify(${p}(${v}))`;
  }
}

/**
 * The columns with these names as members of a JSON object, in their order and without its braces, as an expression for `compiled`: the
 * same text as `JSON.stringify` of the record, without the values in between.
 */
export function jsonMembers(fields: readonly FieldDef[], names: readonly string[]): string {
  const members = names.map((name, position) => {
    const at = fields.findIndex((field) => field.name === name);
    const field = fields[at];
    if (!field) throw new Error(`the statement has no column ${name}`);
    const text = `${position === 0 ? '' : ','}${JSON.stringify(name)}:`;
    return `(r[${at}] === null ? '${text}null' : ${jsonAfter(text, field, `r[${at}]`, `p[${at}]`)})`;
  });
  return members.join(' + ');
}
