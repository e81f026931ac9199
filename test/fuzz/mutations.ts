import { type Operation, resolve, type Schema, urlOf } from '../support/contract.js';
import { bodyFor, type Kind, placesOf, plainValue } from '../support/id-places.js';
import { HOSTILE_FILES } from './files.js';
import { HOSTILE_CURSORS, HOSTILE_HEADERS, HOSTILE_TEXTS, HOSTILE_VALUES } from './shapes.js';

/** One request that is right but for one place, at which it is as wrong as can be. */
export interface Mutation {
  operation: Operation;
  in: 'path' | 'query' | 'header' | 'body' | 'key' | 'file';
  /** The name of the parameter, the type of the file, or the way to the field; `0` is the first of a list. */
  at: string[];
  /** What is put there: of a body as it goes over the wire, of a file each byte as a character. */
  shape: string;
}

type Ids = Record<Kind, string>;
const HERE = '@here';
const DEEPEST = 6;
const CURSORS = ['cursor', 'after'];
/** What a request with a file has in its query. */
const OF_FILES = ['site', 'type', 'idempotency_key'];

/** Every hostile shape at every place of an operation: some hundred for a small one, some thousand for an import. */
export function* mutationsOf(operation: Operation): Generator<Mutation> {
  for (const each of operation.parameters) {
    if (each.in === 'header') continue;
    const shapes = CURSORS.includes(each.name) ? [...HOSTILE_TEXTS, ...HOSTILE_CURSORS] : HOSTILE_TEXTS;
    for (const shape of shapes) yield { operation, in: each.in, at: [each.name], shape };
  }
  for (const name of ['constructor', '__proto__', 'site', 'site[]', 'cursor', 'x'.repeat(500)])
    yield { operation, in: 'query', at: [name], shape: 'x' };
  for (const [name, shapes] of Object.entries(HOSTILE_HEADERS))
    for (const shape of shapes) yield { operation, in: 'header', at: [name], shape };
  if (!operation.body) return;
  for (const at of fieldsOf(operation.body, [])) {
    for (const shape of HOSTILE_VALUES) yield { operation, in: 'body', at, shape };
    if (CURSORS.includes(at.at(-1) ?? ''))
      for (const shape of HOSTILE_CURSORS) yield { operation, in: 'body', at, shape: JSON.stringify(shape) };
    for (const shape of ['constructor', '__proto__', 'toString', '', '\u0000', 'x'.repeat(5_000)])
      yield { operation, in: 'key', at: [...at.slice(0, -1), shape], shape: '{"x":1}' };
  }
  for (const shape of ['', '{', '\u0000', '\ufeff{}', '{"a":1}{"b":2}', "{'a':1}", '[1,]', 'NaN', '"\\ud800"'])
    yield { operation, in: 'body', at: [], shape };
  if (!operation.takesFiles) return;
  for (const [type, shapes] of Object.entries(HOSTILE_FILES))
    for (const shape of shapes) yield { operation, in: 'file', at: [type], shape };
}

/** The way to every field of a body, itself included. */
function* fieldsOf(described: Schema, way: string[]): Generator<string[]> {
  yield way;
  if (way.length === DEEPEST) return;
  const { properties = {}, items } = resolve(described);
  if (items) yield* fieldsOf(items, [...way, '0']);
  for (const [name, property] of Object.entries(properties)) yield* fieldsOf(property, [...way, name]);
}

/** The URL, the headers and the body of a mutation, with the ids of somebody who has one of each kind. */
export function requestOf(
  mutation: Mutation,
  ids: Ids,
): { url: string; headers: Record<string, string>; payload?: string | Buffer } {
  const { operation, at, shape } = mutation;
  const [name = ''] = at;
  const path = parametersOf(operation, 'path', ids);
  const query = parametersOf(operation, 'query', ids);
  if (mutation.in === 'path') path[name] = shape;
  if (mutation.in === 'query') query[name] = shape;
  if (mutation.in === 'file') {
    for (const { name, schema } of operation.parameters)
      if (OF_FILES.includes(name)) query[name] = name === 'site' ? ids.site : String(plainValue(schema));
    const url = urlOf(operation, path, query);
    return { url, headers: { 'content-type': name }, payload: Buffer.from(shape, 'latin1') };
  }
  const url = urlOf(operation, wellFormed(path), wellFormed(query));
  const payload = payloadOf(mutation, ids);
  return {
    url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(mutation.in === 'header' ? { [name]: shape } : {}),
    },
    payload,
  };
}

// A URL cannot hold half of a pair.
const wellFormed = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toWellFormed() || 'x']));

function parametersOf(operation: Operation, where: 'path' | 'query', ids: Ids): Record<string, string> {
  const wanted = operation.parameters.filter((each) => each.in === where && (where === 'path' || each.required));
  const kinds = new Map(placesOf(operation).map((place) => [`${place.in} ${place.path.join()}`, place.kind]));
  return Object.fromEntries(
    wanted.map(({ name, schema }) => {
      const kind = kinds.get(`${where} ${name}`);
      return [name, kind ? ids[kind] : String(plainValue(schema))];
    }),
  );
}

function payloadOf({ operation, in: where, at, shape }: Mutation, ids: Ids): string | undefined {
  if (!operation.body) return undefined;
  const isWithin = where === 'body' || where === 'key';
  if (where === 'body' && at.length === 0) return shape;
  const body = bodyFor(operation, ids, isWithin ? { in: 'body', path: at, kind: 'site' } : undefined);
  if (!isWithin) return JSON.stringify(body);
  return JSON.stringify(placed(body, at)).replace(`"${HERE}"`, () => shape);
}

/** A body with a mark at a place, and with the lists and objects that lead there. */
function placed(body: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return HERE;
  const inner = (body as Record<string, unknown> | null)?.[name];
  if (name === '0' && (Array.isArray(body) || body === undefined))
    return [placed(inner, rest), ...((body as unknown[] | undefined) ?? []).slice(1)];
  const object = typeof body === 'object' && body !== null ? body : {};
  // A key such as __proto__ is one like any other here.
  return Object.fromEntries([
    ...Object.entries(object).filter(([key]) => key !== name),
    [name, placed(Object.hasOwn(object, name) ? inner : undefined, rest)],
  ]);
}
