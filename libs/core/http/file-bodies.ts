import type { Readable } from 'node:stream';
import type { BusboyHeaders } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askOfEncoding, BYTES, type Encoding, encodingOf, ENCODINGS, sampleOf } from '#libs/core/csv/encodings';
import type { ColumnOf, FileRow } from '#libs/core/csv/file-rows';
import { readCsv } from '#libs/core/csv/read-csv';
import { DomainError, InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import type { FileRoute, LargeRoute } from '#libs/core/http/large-body';
import { readForm } from '#libs/core/http/multipart';
import { arriving } from '#libs/core/http/read-body';
import { readXlsx } from '#libs/core/xlsx/read-xlsx';

/** The parameters of an upload: the query, and the other fields of a form. */
type Beside = Record<string, unknown>;

/**
 * Lets routes that ask for it take CSV and workbooks, as they are or in forms; what belongs to the file stands beside
 * it.
 */
export function acceptFiles(server: FastifyInstance): void {
  const accept = (type: string, read: (request: FastifyRequest, body: Readable) => Promise<object>) =>
    server.addContentTypeParser(type, async (request: FastifyRequest, payload: Readable) => {
      if (!fileRouteOf(request)) throw unsupported();
      return read(request, arriving(request, payload));
    });
  accept('text/csv', async (request, body) => bodyOfCsv(request, await allOf(body), request.query as Beside));
  accept(XLSX_TYPE, async (request, body) => bodyOfFile(request, await allOf(body), request.query as Beside));
  accept('multipart/form-data', async (request, body) => {
    const { file, fields } = await readForm(request.headers as BusboyHeaders, body);
    return bodyOfFile(request, file, together(request.query as Beside, fields));
  });
}

const fileRouteOf = (request: FastifyRequest) => (request.routeOptions.config as LargeRoute).files;
const unsupported = () => new DomainError('unsupported_media_type', 'Send Content-Type: application/json.');

async function allOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @throws InvalidField `validation_failed` when query and form differ */
function together(query: Beside, fields: Beside): Beside {
  for (const [name, value] of Object.entries(fields))
    if (query[name] !== undefined && query[name] !== value)
      throw new InvalidField('validation_failed', `/${pointerToken(name)}`, 'differs from what the query says');
  return { ...query, ...fields };
}

const ZIP = Buffer.from('PK\u0003\u0004');
/** How workbooks of the time before .xlsx begin, and those with a password. */
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const begins = (file: Buffer, mark: Buffer): boolean => file.subarray(0, mark.length).equals(mark);

/** Browsers call files what they like: what a file is, it says itself. */
async function bodyOfFile(request: FastifyRequest, file: Buffer, beside: Beside): Promise<object> {
  if (begins(file, OLD_WORKBOOK)) throw oldWorkbook();
  if (!begins(file, ZIP)) return bodyOfCsv(request, file, beside);
  if (beside['encoding'] !== undefined && beside['encoding'] !== '')
    throw new InvalidField('validation_failed', '/encoding', 'is of CSV; a workbook says itself how it is encoded');
  const { sheet } = beside;
  const name = sheet === undefined || sheet === '' ? undefined : String(sheet);
  const { rows, from1904 } = await readXlsx(file, name, columnOfIn(fileRouteOf(request) as FileRoute, beside));
  return bodyOf(request, beside, rows, from1904);
}

const oldWorkbook = () =>
  new DomainError(
    'validation_failed',
    'The file is a workbook of an old format, or has a password. Save it as .xlsx without a password, or as CSV.',
  );

async function bodyOfCsv(request: FastifyRequest, file: Buffer, beside: Beside): Promise<object> {
  if (beside['sheet'] !== undefined && beside['sheet'] !== '')
    throw new InvalidField('validation_failed', '/sheet', 'is of a workbook; a CSV file has none');
  const route = fileRouteOf(request) as FileRoute;
  const encoding = encodingOf(file, encodingIn(beside));
  if (encoding === undefined && !route.remembersEncoding) throw askOfEncoding(sampleOf(file));
  const body = bodyOf(
    request,
    beside,
    await readCsv(file, { columnOf: columnOfIn(route, beside), encoding: encoding ?? BYTES }),
  );
  if (!route.remembersEncoding) return body;
  return encoding === undefined ? { ...body, encoding: BYTES } : { ...body, ...(encodingIn(beside) && { encoding }) };
}

/** What headers are: as was declared beside the file, or as their words say. */
function columnOfIn({ columnOf }: FileRoute, beside: Beside): ColumnOf {
  const declared = (objectIn(beside, 'columns') ?? {}) as Record<string, unknown>;
  return (header) => (Object.hasOwn(declared, header.trim()) ? String(declared[header.trim()]) : columnOf(header));
}

/** The body that the route would have got as JSON. */
function bodyOf(request: FastifyRequest, beside: Beside, rows: FileRow[], from1904?: boolean): object {
  const { rowsIn, rowOf, beside: inBody, dateSystem } = fileRouteOf(request) as FileRoute;
  // Forms send what nobody filled in, too.
  const filled = Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== ''));
  const { encoding: _encoding, sheet: _sheet, ...rest } = filled;
  const others = inBody ? inBody(rest) : rest;
  const structured = ['columns', 'status_words'].flatMap((name) => {
    const value = objectIn(beside, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const calendar = dateSystem === undefined || from1904 === undefined ? {} : calendarOf(dateSystem, from1904, others);
  const columns = (objectIn(beside, 'columns') ?? {}) as Record<string, unknown>;
  const read = rows.map((row) => rowOf(row, columns));
  return { ...calendar, ...others, ...Object.fromEntries(structured), [rowsIn]: read };
}

/** What a workbook says of its days. @throws InvalidField `validation_failed` when something else was declared */
function calendarOf(field: string, from1904: boolean, declared: object): object {
  const [said, proved] = [(declared as Beside)[field], from1904 ? '1904' : '1900'];
  if (said !== undefined && said !== proved)
    throw new InvalidField('validation_failed', `/${field}`, `is not that of the workbook, which counts its days from ${proved}; leave it out`); // prettier-ignore
  return from1904 ? { [field]: proved } : {};
}

/** @throws InvalidField `validation_failed` */
function objectIn(beside: Beside, name: string): object | undefined {
  const text = beside[name];
  if (text === undefined || text === '') return undefined;
  try {
    const value: unknown = JSON.parse(String(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below.
  }
  throw new InvalidField('validation_failed', `/${name}`, 'must be an object in JSON, such as {"Remarks": "notes"}');
}

/** @throws InvalidField `validation_failed` */
function encodingIn({ encoding }: Beside): Encoding | undefined {
  if (encoding === undefined || encoding === '') return undefined;
  const found = ENCODINGS.find((each) => each === String(encoding).toLowerCase());
  if (!found) throw new InvalidField('validation_failed', '/encoding', `must be one of ${ENCODINGS.join(', ')}`);
  return found;
}
