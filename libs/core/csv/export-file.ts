import type { Readable } from 'node:stream';
import { CsvRows } from '#libs/core/csv/csv-rows';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import type { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { MOST_SHEET_ROWS, SheetXml, workbookOf } from '#libs/core/xlsx/write-xlsx';

interface ExportFile {
  format: ExportFormat;
  /** Selects what `selectedCells` of the same format makes. */
  query: string;
  columns: readonly string[];
  sheet: string;
}

/**
 * An export, streamed from PostgreSQL: memory stays flat, however many rows there are.
 * @throws InvalidField `invalid_query` for a workbook with more rows than a sheet can have
 */
export async function openExport(database: Database, { format, query, columns, sheet }: ExportFile): Promise<Readable> {
  if (format === 'csv') return database.copyCsv(query, new CsvRows(columns));
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
