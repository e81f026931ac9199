import {
  type Delimiter,
  DELIMITER_NAMES,
  EXPORT_FORMATS,
  EXPORT_TIMES,
  type ExportFormat,
  type ExportTimes,
} from '#libs/core/csv/export-cells';
import { EnumField } from '#libs/core/http/fields';

/** How an export is written. */
export class ExportOptions {
  @EnumField(EXPORT_FORMATS, { optional: true, default: 'csv', description: 'CSV, or a workbook with typed cells' })
  format: ExportFormat = 'csv';

  @EnumField(DELIMITER_NAMES, {
    optional: true,
    default: 'comma',
    description: 'The separator of the cells of a CSV file; Excel expects semicolons in many European languages',
  })
  delimiter: Delimiter = 'comma';

  @EnumField(EXPORT_TIMES, {
    optional: true,
    default: 'utc',
    description:
      'Instants of a CSV file: in UTC, or as a clock at the site shows them. Workbooks always have the time of the site',
  })
  times: ExportTimes = 'utc';
}
