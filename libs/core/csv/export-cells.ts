import { type ExportCell, instantCell, textCell } from '#libs/core/csv/cells';
import { xlsxCell } from '#libs/core/xlsx/sheet-cells';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A column as PostgreSQL writes it to a CSV file. */
export function csvCell({ sql, kind }: ExportCell): string {
  if (kind === 'text') return textCell(sql);
  if (kind === 'instant') return instantCell(sql);
  return kind === 'boolean' ? `CASE WHEN ${sql} THEN 'true' ELSE 'false' END` : sql;
}

/** The list of SELECT for columns: one each in CSV, one with the XML of the whole row in a workbook. */
export function selectedCells(cells: Record<string, ExportCell>, format: ExportFormat, timeZone: string): string {
  if (format === 'csv')
    return Object.entries(cells)
      .map(([name, cell]) => `${csvCell(cell)} AS ${name}`)
      .join(', ');
  return `concat('<row>', ${Object.values(cells)
    .map((cell) => xlsxCell(cell, timeZone))
    .join(', ')}, '</row>')`;
}
