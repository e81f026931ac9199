import type { Readable } from 'node:stream';
import type { BusboyHeaders } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askOfEncoding, BYTES, type Encoding, encodingOf, ENCODINGS, sampleOf } from '#libs/core/csv/encodings';
import type { ColumnOf, FileRow } from '#libs/core/csv/file-rows';
import { withSections } from '#libs/core/csv/section-lines';
import { isPlainName, SHEET } from '#libs/core/csv/sheet-names';
import { readCsv } from '#libs/core/csv/read-csv';
import { DomainError, InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import type { FileRoute, LargeRoute } from '#libs/core/http/large-body';
import { readForm } from '#libs/core/http/multipart';
import { arriving } from '#libs/core/http/read-body';
import { readXlsx } from '#libs/core/xlsx/read-xlsx';

/** The parameters of an upload: the query, and the other fields of a form. */
type FileParameters = Record<string, unknown>;

/**
 * Lets routes that declare it accept CSV and workbooks, directly or in forms. The parameters of the file are fields of the
 * same body.
 */
export function acceptFiles(server: FastifyInstance): void {
  const accept = (type: string, read: (request: FastifyRequest, body: Readable) => Promise<object>) =>
    server.addContentTypeParser(type, async (request: FastifyRequest, payload: Readable) => {
      if (!fileRouteOf(request)) throw unsupported();
      return read(request, arriving(request, payload));
    });
  accept('text/csv', async (request, body) => bodyOfCsv(request, await allOf(body), request.query as FileParameters));
  accept(XLSX_TYPE, async (request, body) => bodyOfFile(request, await allOf(body), request.query as FileParameters));
  accept('multipart/form-data', async (request, body) => {
    const { file, fields } = await readForm(request.headers as BusboyHeaders, body);
    return bodyOfFile(request, file, together(request.query as FileParameters, fields));
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
function together(query: FileParameters, fields: FileParameters): FileParameters {
  for (const [name, value] of Object.entries(fields))
    if (query[name] !== undefined && query[name] !== value)
      throw new InvalidField('validation_failed', `/${pointerToken(name)}`, 'differs from what the query says');
  return { ...query, ...fields };
}

const LONGEST_TITLE = 300;
const ZIP = Buffer.from('PK\u0003\u0004');
/** How workbooks of the time before .xlsx begin, and those with a password. */
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const begins = (file: Buffer, mark: Buffer): boolean => file.subarray(0, mark.length).equals(mark);

/** Browsers call files what they like: what a file is, it says itself. */
async function bodyOfFile(request: FastifyRequest, file: Buffer, parameters: FileParameters): Promise<object> {
  if (begins(file, OLD_WORKBOOK)) throw oldWorkbook();
  if (!begins(file, ZIP)) return bodyOfCsv(request, file, parameters);
  if (parameters['encoding'] !== undefined && parameters['encoding'] !== '')
    throw new InvalidField('validation_failed', '/encoding', 'is of CSV; a workbook says itself how it is encoded');
  const { sheet } = parameters;
  const name = sheet === undefined || sheet === '' ? undefined : String(sheet);
  const route = fileRouteOf(request) as FileRoute;
  const { rows, from1904, texts } = await readXlsx(file, name, columnOfIn(route, parameters));
  const title = texts
    .filter((text) => !isPlainName(text))
    .join(', ')
    .slice(0, LONGEST_TITLE);
  if (title !== '') for (const { values } of rows) values[SHEET] = title;
  return bodyOf(request, parameters, rows, from1904);
}

const oldWorkbook = () =>
  new DomainError(
    'validation_failed',
    'The file is a workbook of an old format, or has a password. Save it as .xlsx without a password, or as CSV.',
  );

async function bodyOfCsv(request: FastifyRequest, file: Buffer, parameters: FileParameters): Promise<object> {
  if (parameters['sheet'] !== undefined && parameters['sheet'] !== '')
    throw new InvalidField('validation_failed', '/sheet', 'is of a workbook; a CSV file has none');
  const route = fileRouteOf(request) as FileRoute;
  const encoding = encodingOf(file, encodingIn(parameters));
  if (encoding === undefined && !route.remembersEncoding) throw askOfEncoding(sampleOf(file));
  const body = bodyOf(
    request,
    parameters,
    await readCsv(file, { columnOf: columnOfIn(route, parameters), encoding: encoding ?? BYTES }),
  );
  if (!route.remembersEncoding) return body;
  return encoding === undefined
    ? { ...body, encoding: BYTES }
    : { ...body, ...(encodingIn(parameters) && { encoding }) };
}

/** The column of each header: as declared with the file, or by its words. */
function columnOfIn({ columnOf }: FileRoute, parameters: FileParameters): ColumnOf {
  const declared = (objectIn(parameters, 'columns') ?? {}) as Record<string, unknown>;
  return (header) => (Object.hasOwn(declared, header.trim()) ? String(declared[header.trim()]) : columnOf(header));
}

/** The body that the route would have got as JSON. */
function bodyOf(request: FastifyRequest, parameters: FileParameters, rows: FileRow[], from1904?: boolean): object {
  const route = fileRouteOf(request) as FileRoute;
  const { rowsIn, rowOf, parametersOf: inBody, dateSystem } = route;
  // Forms also send empty fields.
  const filled = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
  const { encoding: _encoding, sheet: _sheet, ...rest } = filled;
  const others = inBody ? inBody(rest) : rest;
  const structured = ['columns', 'status_words'].flatMap((name) => {
    const value = objectIn(parameters, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const calendar = dateSystem === undefined || from1904 === undefined ? {} : calendarOf(dateSystem, from1904, others);
  const columns = (objectIn(parameters, 'columns') ?? {}) as Record<string, unknown>;
  const marked = route.hasSections ? withSections(rows, { columnOf: columnOfIn(route, parameters) }) : rows;
  const read = marked.map((row) => rowOf(row, columns));
  return { ...calendar, ...others, ...Object.fromEntries(structured), [rowsIn]: read };
}

/** What a workbook says of its days. @throws InvalidField `validation_failed` when something else was declared */
function calendarOf(field: string, from1904: boolean, declared: object): object {
  const [said, proved] = [(declared as Record<string, unknown>)[field], from1904 ? '1904' : '1900'];
  if (said !== undefined && said !== proved)
    throw new InvalidField('validation_failed', `/${field}`, `is not that of the workbook, which counts its days from ${proved}; leave it out`); // prettier-ignore
  return from1904 ? { [field]: proved } : {};
}

/** @throws InvalidField `validation_failed` */
function objectIn(parameters: FileParameters, name: string): object | undefined {
  const text = parameters[name];
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
function encodingIn({ encoding }: FileParameters): Encoding | undefined {
  if (encoding === undefined || encoding === '') return undefined;
  const found = ENCODINGS.find((each) => each === String(encoding).toLowerCase());
  if (!found) throw new InvalidField('validation_failed', '/encoding', `must be one of ${ENCODINGS.join(', ')}`);
  return found;
}
