import { askOfEncoding, BYTES, decodedText, type Encoding } from '#libs/core/csv/encodings';
import { RAGGED } from '#libs/core/csv/file-rows';
import type { Sql } from '#libs/core/database/transaction';
import { InvalidField } from '#libs/core/errors/domain-error';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { Declared } from '#libs/booking-import/columns/declared';
import { isSureLetter, looksLike } from '#libs/booking-import/columns/plausible-letters';
import { lettersOf } from '#libs/booking-import/columns/seen-before';
import { findEncodings, headerKey, headersOf } from '#libs/booking-import/columns/mappings.queries';

type Row = BookingImportRowRequest;

// eslint-disable-next-line no-control-regex -- all of ASCII means the same in every encoding that a row of bytes can be in
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * The rows of a file whose bytes do not prove their encoding, read as was remembered of a file with the same headers.
 * @throws DomainError `validation_failed` when nothing was remembered, or it does not fit the bytes
 */
export async function decodedRows<D extends Declared>(
  sql: Sql,
  siteId: string,
  rows: Row[],
  declared: D,
): Promise<{ rows: Row[]; declared: D }> {
  if (declared.encoding !== BYTES) return { rows, declared };
  requireBytes(rows);
  const headers = headersOf(rows);
  const remembered = (await findEncodings(sql, siteId)).filter(
    ({ encoding, header_key }) => keyIn(headers, encoding) === header_key,
  );
  const [encoding, ...others] = new Set(remembered.map((each) => each.encoding));
  const decoded = encoding && others.length === 0 ? rows.map((row) => decodedRow(row, encoding)) : [];
  const before = new Set(remembered.flatMap(({ letters }) => [...(letters ?? '')]));
  if (!encoding || others.length > 0 || decoded.includes(undefined) || !isSure(rows, encoding, before))
    throw askOfEncoding(sampleOf(rows));
  return { rows: decoded as Row[], declared: { ...declared, encoding } };
}

/** Whether nothing in a file speaks against the encoding that others with its headers were in. */
function isSure(rows: Row[], encoding: Encoding, before: ReadonlySet<string>): boolean {
  const isKnown = (byte: string) => {
    const letter = decodedText(bytesOf(byte), encoding);
    return letter === undefined || isSureLetter(letter, byte.charCodeAt(0), encoding, before);
  };
  const texts = new Set(textsOf(rows).filter((text) => text !== RAGGED && !ASCII.test(text)));
  return [...texts].every((text) => looksLike(read(text, encoding) ?? '', encoding)) && [...lettersOf(rows)].every(isKnown); // prettier-ignore
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const read = (text: string, encoding: Encoding): string | undefined =>
  ASCII.test(text) ? text : decodedText(bytesOf(text), encoding);

function keyIn(headers: string[], encoding: Encoding): string | undefined {
  const names = headers.map((header) => read(header, encoding));
  return names.includes(undefined) ? undefined : headerKey(names as string[]);
}

function decodedRow({ row_index, values }: Row, encoding: Encoding): Row | undefined {
  const cells = Object.entries(values).map(([header, cell]) => [read(header, encoding), decodedCell(cell, encoding)]);
  if (cells.some(([header, cell]) => header === undefined || cell === undefined)) return undefined;
  return { row_index, values: Object.fromEntries(cells) as Record<string, unknown> };
}

function decodedCell(cell: unknown, encoding: Encoding): unknown {
  if (typeof cell === 'string') return read(cell, encoding);
  if (!Array.isArray(cell)) return cell;
  const cells = cell.map((each) => decodedCell(each, encoding));
  return cells.includes(undefined) ? undefined : cells;
}

const textsOf = (rows: Row[]): string[] =>
  rows.flatMap(({ values }) =>
    Object.entries(values)
      .flat(2)
      .filter((each) => typeof each === 'string'),
  );

function sampleOf(rows: Row[]): Buffer {
  return bytesOf(textsOf(rows).find((text) => text !== RAGGED && !ASCII.test(text)) ?? '');
}

function requireBytes(rows: Row[]): void {
  if (textsOf(rows).some((text) => /[\u0100-\uffff]/.test(text)))
    throw new InvalidField('validation_failed', '/encoding', 'must not be `bytes` for rows that are text already');
}
