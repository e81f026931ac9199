import { type ExportCell, instantCell, localInstantCell, textCell } from '#libs/core/csv/cells';
import { xlsxCell } from '#libs/core/xlsx/sheet-cells';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What may separate the cells of a CSV file, by name. */
export const DELIMITERS = { comma: ',', semicolon: ';' } as const;
export type Delimiter = keyof typeof DELIMITERS;
export const DELIMITER_NAMES = Object.keys(DELIMITERS) as Delimiter[];

/** Whose clock the instants of a CSV file are on. A workbook is always on the site's. */
export const EXPORT_TIMES = ['utc', 'local'] as const;
export type ExportTimes = (typeof EXPORT_TIMES)[number];

/** How an export is written. */
export interface ExportStyle {
  format: ExportFormat;
  times: ExportTimes;
  timeZone: string;
}

/** A column as PostgreSQL writes it to a CSV file. */
function csvCell({ sql, kind }: ExportCell, { times, timeZone }: ExportStyle): string {
  if (kind === 'text') return textCell(sql);
  if (kind === 'instant') return times === 'local' ? localInstantCell(sql, timeZone) : instantCell(sql);
  return kind === 'boolean' ? `CASE WHEN ${sql} THEN 'true' ELSE 'false' END` : sql;
}

/** The list of SELECT for columns: one each in CSV, one with the XML of the whole row in a workbook. */
export function selectedCells(cells: Record<string, ExportCell>, style: ExportStyle): string {
  if (style.format === 'csv')
    return Object.entries(cells)
      .map(([name, cell]) => `${csvCell(cell, style)} AS ${name}`)
      .join(', ');
  return `concat('<row>', ${Object.values(cells)
    .map((cell) => xlsxCell(cell, style.timeZone))
    .join(', ')}, '</row>')`;
}
