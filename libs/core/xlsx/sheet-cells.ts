import { escapeLiteral } from 'pg';
import type { ExportCell } from '#libs/core/csv/cells';
import { STYLES } from '#libs/core/xlsx/workbook-parts';

const DAY_ZERO = `date '1899-12-30'`;
/** Characters that XML cannot hold, but for lines and tabs; 0 is in no text of PostgreSQL. */
const NO_XML = `U&'\\0001\\0002\\0003\\0004\\0005\\0006\\0007\\0008\\000B\\000C\\000E\\000F\\0010\\0011\\0012\\0013\\0014\\0015\\0016\\0017\\0018\\0019\\001A\\001B\\001C\\001D\\001E\\001F'`;
/** What would mean something else in XML, or in the lines that PostgreSQL copies. */
const ESCAPES: [string, string][] = [
  [`'&'`, `'&amp;'`],
  [`'<'`, `'&lt;'`],
  [`'>'`, `'&gt;'`],
  [`'\\'`, `'&#92;'`],
  [`chr(10)`, `'&#10;'`],
  [`chr(9)`, `'&#9;'`],
  [`chr(13)`, `'_x000D_'`],
  [`U&'\\FFFE'`, `'_xFFFE_'`],
  [`U&'\\FFFF'`, `'_xFFFF_'`],
];

/** Text as the XML of a sheet has it. */
function escaped(sql: string): string {
  const plain = `regexp_replace(translate(${sql}, ${NO_XML}, ''), '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\1', 'g')`;
  return ESCAPES.reduce((text, [sign, code]) => `replace(${text}, ${sign}, ${code})`, plain);
}

const textXml = (sql: string) =>
  `'<c s="${STYLES.text}" t="inlineStr"><is><t xml:space="preserve">' || ${sql} || '</t></is></c>'`;
const numberXml = (sql: string, style: number) => `'<c s="${style}"><v>' || (${sql}) || '</v></c>'`;

/**
 * A column as PostgreSQL writes it to a sheet. Instants are in the time of the site, since a workbook knows no other; those in an
 * hour that comes twice there are text, in UTC.
 */
export function xlsxCell({ sql, kind }: ExportCell, timeZone: string): string {
  const cell = {
    text: () => textXml(escaped(`(${sql})::text`)),
    code: () => textXml(`(${sql})::text`),
    date: () => numberXml(`${sql} - ${DAY_ZERO}`, STYLES.date),
    number: () => numberXml(sql, STYLES.plain),
    boolean: () => `'<c s="${STYLES.plain}" t="b"><v>' || (${sql})::int || '</v></c>'`,
    instant: () => instantXml(sql, escapeLiteral(timeZone)),
  }[kind]();
  return `coalesce(${cell}, '<c/>')`;
}

function instantXml(sql: string, zone: string): string {
  const local = `((${sql}) AT TIME ZONE ${zone})`;
  const isTwice = `${local} IN (((${sql}) + interval '1 hour') AT TIME ZONE ${zone}, ((${sql}) - interval '1 hour') AT TIME ZONE ${zone})`;
  const utc = `to_char((${sql}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const days = `round(extract(epoch FROM ${local} - ${DAY_ZERO}) / 86400, 11)`;
  return `CASE WHEN ${isTwice} THEN ${textXml(utc)} ELSE ${numberXml(days, STYLES.instant)} END`;
}
