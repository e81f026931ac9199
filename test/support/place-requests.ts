import type { Operation } from './contract.js';
import { urlOf } from './contract.js';
import { bodyFor, type Kind, type Place, placesOf, plainValue } from './id-places.js';

interface PlaceRequest {
  method: string;
  url: string;
  body: unknown;
}

/** A request in which every id is that of its kind, but in one place something else. */
export function requestWith(operation: Operation, ids: Record<Kind, string>, place?: Place, id = ''): PlaceRequest {
  const kinds = new Map(placesOf(operation).map(({ path, kind }) => [path[0], kind]));
  const isPlace = (where: string, name: string) => place?.in === where && place.path[0] === name;
  const valuesOf = (where: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters
        .filter(({ in: there, name, required }) => there === where && (required || isPlace(where, name)))
        .map(({ name, schema }) => {
          const kind = kinds.get(name);
          return [name, isPlace(where, name) ? id : kind ? ids[kind] : String(plainValue(schema))];
        }),
    );
  const body = bodyFor(operation, ids, place);
  if (place?.in === 'body') put(body, place.path, id);
  return { method: operation.method, url: urlOf(operation, valuesOf('path'), valuesOf('query')), body };
}

function put(body: unknown, path: string[], id: string): void {
  const holder = path.slice(0, -1).reduce((at, part) => (at as Record<string, unknown>)[part], body);
  (holder as Record<string, unknown>)[path.at(-1) ?? ''] = id;
}
