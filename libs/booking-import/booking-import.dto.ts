import { EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { ListField, ValuesField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { freeKeys } from '#libs/core/http/reserved-keys';
import { EXAMPLE } from '#libs/core/http/examples';
import { BYTES, type Encoding, ENCODINGS } from '#libs/core/csv/encodings';
import { SHEET } from '#libs/core/xlsx/sheet-field';
import { MOST_ROWS } from '#libs/core/csv/file-rows';
import { RowsField } from '#libs/core/http/rows-field';
import type { DeclaredColumns } from '#libs/booking-import/columns/columns';
import { DATE_ORDERS, type DateOrder } from '#libs/core/time/date-orders';
import {
  DATE_SYSTEMS,
  type DateSystem,
  type StatusWords,
  STAY_ENDS,
  type StayEnd,
} from '#libs/booking-import/columns/declared';
import { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';

const site = { description: 'The site', example: EXAMPLE.site };
const VALUES_EXAMPLE = {
  student_id: 'S-100001',
  first_name: 'Ada',
  last_name: 'Byron',
  room: 'N-101',
  contract_start: '2027-09-18',
  contract_end: '2028-06-30',
};

export class BookingImportRowRequest {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0, description: 'Position of the row; each at most once' })
  row_index: number;

  @ValuesField({ example: VALUES_EXAMPLE, description: 'Cells by column name; names are matched loosely' })
  values: Record<string, unknown>;
}

const columns = {
  optional: true,
  example: undefined,
  description:
    'The meaning of columns of the file, by their header: the name of a field, or `ignore`. Settles `unread_column` ' +
    'for all rows.',
};

const statusWords = {
  optional: true,
  example: undefined,
  description:
    'The meaning of status words that Lodge does not know: provisional, confirmed, checked_in, checked_out, ' +
    'cancelled, no_show or void',
};
const dateOrder = {
  optional: true,
  example: undefined,
  description: 'How the file writes days: `dmy`, `mdy` or `ymd`. Without it, the order that its dates prove.',
};
const dateSystem = {
  optional: true,
  example: undefined,
  description:
    'The year from which serial numbers count days: 1900, or 1904 in workbooks of old Macs. When absent, what ' +
    'the file says or proves.',
};

const stayEnd = {
  optional: true,
  example: undefined,
  description:
    'What the last days of the file are: `departure`, the day on which the person leaves, or `last_night`, the day ' +
    'before. Without it, days of departure, which are a question if the stays of the file suggest last nights.',
};

const encoding = {
  optional: true,
  example: undefined,
  description:
    'The encoding that the file had, to be remembered for the next one with its headers. `bytes`: each character ' +
    'of the cells is a byte of the file (ISO 8859-1), which is read as was remembered.',
};

export class ImportPreviewRequest {
  @IdField(site)
  site: string;

  @freeKeys @ValuesField(columns) columns?: DeclaredColumns;
  @EnumField(DATE_ORDERS, dateOrder) date_order?: DateOrder;
  @EnumField(DATE_SYSTEMS, dateSystem) date_system?: DateSystem;
  @EnumField(STAY_ENDS, stayEnd) stay_end?: StayEnd;
  @freeKeys @ValuesField(statusWords) status_words?: StatusWords;
  @EnumField([...ENCODINGS, BYTES], encoding) encoding?: Encoding | typeof BYTES;

  @RowsField(() => BookingImportRowRequest, MOST_ROWS)
  rows: BookingImportRowRequest[];
}

/** The parameters that are sent with a file: in the query, or in the other fields of a form. */
export class ImportFileQuery {
  @IdField({ ...site, optional: true, description: 'The site, when the body is a file' })
  site?: string;

  @TextField({
    max: 100_000,
    optional: true,
    example: undefined,
    description: 'For a file: `columns` of the body, as JSON, such as `{"Remarks": "notes", "Nights": "ignore"}`',
  })
  columns?: string;

  @EnumField(DATE_ORDERS, { ...dateOrder, description: 'For a file: `date_order` of the body' }) date_order?: DateOrder;
  @EnumField(DATE_SYSTEMS, { ...dateSystem, description: 'For a file: `date_system` of the body' })
  date_system?: DateSystem;
  @EnumField(STAY_ENDS, { ...stayEnd, description: 'For a file: `stay_end` of the body' }) stay_end?: StayEnd;

  @TextField({ ...statusWords, max: 100_000, description: 'For a file: `status_words` of the body, as JSON' })
  status_words?: string;

  @TextField(SHEET)
  sheet?: string;

  @EnumField(ENCODINGS, {
    optional: true,
    example: undefined,
    description:
      'The encoding of a CSV file. When absent, the encoding that its bytes prove (UTF-8, UTF-16) or that was ' +
      'remembered; otherwise the file is refused, and the error asks for it.',
  })
  encoding?: string;
}

/** The query parameters of a committed file. */
export class CommitFileQuery extends ImportFileQuery {
  @TextField({ max: 255, optional: true, example: undefined, description: 'For a file: `idempotency_key` of the body' })
  idempotency_key?: string;
}

export class CommitRequest {
  @IdField(site)
  site: string;

  @TextField({
    max: 255,
    example: 'autumn-2027',
    description: 'A repeated key returns the same response and makes no second import',
  })
  idempotency_key: string;

  @IdField({ optional: true, example: undefined, description: 'A preview of the last 24 hours, in place of its rows' })
  preview_id?: string;

  @RowsField(() => BookingImportRowRequest, MOST_ROWS, { optional: true, description: 'Required without `preview_id`' })
  rows?: BookingImportRowRequest[];

  @freeKeys @ValuesField(columns) columns?: DeclaredColumns;
  @EnumField(DATE_ORDERS, dateOrder) date_order?: DateOrder;
  @EnumField(DATE_SYSTEMS, dateSystem) date_system?: DateSystem;
  @EnumField(STAY_ENDS, stayEnd) stay_end?: StayEnd;
  @freeKeys @ValuesField(statusWords) status_words?: StatusWords;
  @EnumField([...ENCODINGS, BYTES], encoding) encoding?: Encoding | typeof BYTES;

  @ListField(() => ResolutionRequest, { max: MOST_ROWS, optional: true })
  resolutions?: ResolutionRequest[];
}

export class SiteRequest {
  @IdField(site)
  site: string;
}
