import { Readable } from 'node:stream';
import { writeToBuffer } from '@fast-csv/format';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { textSheet } from '#libs/core/xlsx/text-sheet';
import { workbookOf } from '#libs/core/xlsx/write-xlsx';

/** What a spreadsheet would take for a formula, as `csv_cell` in PostgreSQL has it. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20\ufe63]/;

const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A table of texts as a file, for what no query can select; for exports there is `openExport`. */
export async function textTable(lines: readonly (readonly string[])[], format: ExportFormat): Promise<Buffer> {
  if (format === 'csv')
    return writeToBuffer(
      lines.map((cells) => cells.map(guarded)),
      { quoteColumns: true, rowDelimiter: '\r\n', includeEndRowDelimiter: true, writeBOM: true },
    );
  const chunks: Buffer[] = [];
  for await (const chunk of workbookOf(Readable.from(textSheet(lines)), 'Rows') as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return Buffer.concat(chunks);
}
