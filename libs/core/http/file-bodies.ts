import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ENCODINGS } from '#libs/core/csv/encodings';
import type { FileRow } from '#libs/core/csv/file-rows';
import { readCsv } from '#libs/core/csv/read-csv';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import { arriving } from '#libs/core/http/read-body';
import type { FileRoute, LargeRoute } from '#libs/core/http/large-body';

/** What is said beside a file: in the query. */
type Beside = Record<string, unknown>;

/** Lets routes that ask for it take `text/csv`; what belongs to the file stands in the query. */
export function acceptFiles(server: FastifyInstance): void {
  server.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: Readable) => {
    const route = fileRouteOf(request);
    const beside = request.query as Beside;
    const columns = objectIn(beside, 'columns');
    const isColumn = (header: string) => route.isColumn(header) || Object.hasOwn(columns ?? {}, header.trim());
    const rows = await readCsv(arriving(request, payload), { isColumn, encoding: encodingIn(beside) });
    return bodyOf(route, beside, rows);
  });
}

function fileRouteOf(request: FastifyRequest): FileRoute {
  const { files } = request.routeOptions.config as LargeRoute;
  if (!files) throw new DomainError('unsupported_media_type', 'Send Content-Type: application/json.');
  return files;
}

/** The body that the route would have got as JSON. */
function bodyOf({ rowsIn, rowOf, beside: read }: FileRoute, beside: Beside, rows: FileRow[]): object {
  const { encoding: _read, ...rest } = beside;
  const others = read ? read(rest) : rest;
  const structured = ['columns', 'status_words'].flatMap((name) => {
    const value = objectIn(beside, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...others, ...Object.fromEntries(structured), [rowsIn]: rows.map(rowOf) };
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
function encodingIn({ encoding }: Beside): string | undefined {
  if (encoding === undefined || encoding === '') return undefined;
  const found = ENCODINGS.find((each) => each === String(encoding).toLowerCase());
  if (!found) throw new InvalidField('validation_failed', '/encoding', `must be one of ${ENCODINGS.join(', ')}`);
  return found;
}
