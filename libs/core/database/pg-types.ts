import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

/** `2026-09-12 14:00:00.123+00` of PostgreSQL (in UTC) as `2026-09-12T14:00:00.123Z`, without a Date in between. */
export function isoInstant(text: string): string {
  const space = text.indexOf(' ');
  const second = space + 9;
  const fraction = text
    .slice(second + 1, -3)
    .padEnd(3, '0')
    .slice(0, 3);
  return `${text.slice(0, space)}T${text.slice(space + 1, second)}.${fraction}Z`;
}

/** The parser of what stays as PostgreSQL sends it. */
export const asText = (text: string): string => text;
const UNPARSED = getTypeParser(builtins.TEXT);

/** A list of ids, `{a,b}`. They are never null and need no quotes. */
const idsOf = (text: string): string[] => (text === '{}' ? [] : text.slice(1, -1).split(','));
const [TEXT_ARRAY, UUID_ARRAY] = [1009, 2951];

/** Column values as responses need them: dates and instants stay text, which is right in every zone and cheap. */
export const answerTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.DATE) return asText;
    if (oid === builtins.TIMESTAMPTZ) return isoInstant;
    if (oid === builtins.INT8) return Number;
    if (oid === UUID_ARRAY) return idsOf;
    const parser = getTypeParser(oid, format as 'text');
    return parser === UNPARSED ? asText : parser;
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** The texts of an array column as PostgreSQL sends it. */
export const textsOf: (array: string) => string[] = getTypeParser(TEXT_ARRAY as never);
