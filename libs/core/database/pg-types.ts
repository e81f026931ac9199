import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

/** `2026-09-12 14:00:00.123+00` of PostgreSQL (in UTC) as `2026-09-12T14:00:00.123Z`, without a Date in between. */
export function isoInstant(text: string): string {
  const [date, time = ''] = text.split(' ');
  const [clock = '', fraction = ''] = time.replace(/\+00$/, '').split('.');
  return `${date}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const asText = (text: string): string => text;

/** Column values as responses need them: dates and instants stay text, which is right in every zone and cheap. */
export const answerTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.DATE) return asText;
    if (oid === builtins.TIMESTAMPTZ) return isoInstant;
    if (oid === builtins.INT8) return Number;
    return getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};
