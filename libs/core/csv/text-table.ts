import { Readable } from 'node:stream';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { textSheet } from '#libs/core/xlsx/text-sheet';
import { workbookOf } from '#libs/core/xlsx/write-xlsx';

const BYTE_ORDER_MARK = '\ufeff';
/** What a spreadsheet would take for a formula, as `csv_cell` in PostgreSQL has it. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20\ufe63]/;

const csvCell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A table of texts as a file, for what no query can select; for exports there is `openExport`. */
export async function textTable(lines: readonly (readonly string[])[], format: ExportFormat): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(BYTE_ORDER_MARK + lines.map(csvLine).join(''));
  const chunks: Buffer[] = [];
  for await (const chunk of workbookOf(Readable.from(textSheet(lines)), 'Rows') as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return Buffer.concat(chunks);
}
