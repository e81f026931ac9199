import type { Readable } from 'node:stream';
import { CsvRows } from '#libs/core/csv/csv-rows';
import { type Delimiter, DELIMITERS, type ExportFormat } from '#libs/core/csv/export-cells';
import type { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { MOST_SHEET_ROWS, SheetXml, workbookOf } from '#libs/core/xlsx/write-xlsx';

interface ExportFile {
  format: ExportFormat;
  /** What separates the cells of a CSV file. */
  delimiter: Delimiter;
  /** Selects what `selectedCells` of the same format makes. */
  query: string;
  columns: readonly string[];
  sheet: string;
}

/**
 * An export, streamed from PostgreSQL: memory stays flat, however many rows there are.
 * @throws InvalidField `invalid_query` for a workbook with more rows than a sheet can have
 */
export async function openExport(database: Database, file: ExportFile): Promise<Readable> {
  const { format, query, columns, sheet } = file;
  const delimiter = DELIMITERS[file.delimiter];
  if (format === 'csv') return database.copyCsv(query, new CsvRows(columns, delimiter), delimiter);
  const counted = `SELECT count(*)::int AS n FROM (SELECT 1 FROM (${query}) AS rows LIMIT ${MOST_SHEET_ROWS + 1}) AS counted`;
  const [row] = await database.rows<{ n: number }>(counted);
  if ((row?.n ?? 0) > MOST_SHEET_ROWS)
    throw new InvalidField(
      'invalid_query',
      'format',
      `must be csv: a sheet can have ${MOST_SHEET_ROWS} rows, and this has more`,
    );
  return workbookOf(await database.copyText(query, new SheetXml(columns)), sheet);
}
