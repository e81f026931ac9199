import fc from '../support/properties.js';
import { type Operation, type Parameter, urlOf } from '../support/contract.js';
import { type Kind, placesOf } from '../support/id-places.js';
import { anything, RAW, valueFor } from './values.js';

export interface FuzzRequest {
  operation: Operation;
  caller: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

const word = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const encodable = (value: unknown): string => word(value).toWellFormed().slice(0, 2_000) || 'x';

/** Requests of every operation, made from its schemas; about half of them are such as a friend would send. */
export function requestsOf(operations: Operation[], callers: string[], ids: Ids): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map((operation) => requestOf(operation, callers, ids)));
}

/** The ids that an id may be: those of the own site by kind, and all others. */
export interface Ids {
  own: Record<Kind, string>;
  all: string[];
}

function requestOf(operation: Operation, callers: string[], { own, all: ids }: Ids): fc.Arbitrary<FuzzRequest> {
  const within = (where: string) => operation.parameters.filter((parameter) => parameter.in === where);
  const body = operation.body
    ? bodyText(fc.oneof({ weight: 19, arbitrary: valueFor(operation.body, ids) }, { weight: 1, arbitrary: anything }))
    : fc.constant(undefined);
  return fc
    .record({
      caller: fc.constantFrom(...callers),
      path: fc.record(pathOf(operation, own, ids)),
      query: fc.record(valuesOf(within('query'), ids), { requiredKeys: requiredOf(within('query')) }),
      headers: headersOf(),
      payload: body,
    })
    .map(({ caller, path, query, headers, payload }) => ({
      operation,
      caller,
      url: urlOf(operation, path, query),
      headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      payload,
    }));
}

/** The ids of a path: mostly such as are there, so that a request gets further than to their absence. */
function pathOf(operation: Operation, own: Record<Kind, string>, ids: string[]): Record<string, fc.Arbitrary<string>> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const kinds = new Map(placesOf(operation).filter((place) => place.in === 'path').map(({ path: [name], kind }) => [name, kind])); // prettier-ignore
  return Object.fromEntries(
    Object.entries(valuesOf(inPath, ids)).map(([name, any]) => {
      const kind = kinds.get(name);
      const right = kind === undefined ? any : fc.constant(own[kind]);
      return [name, fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: any })];
    }),
  );
}

const requiredOf = (parameters: Parameter[]): string[] =>
  parameters.filter(({ required }) => required).map(({ name }) => name);

const valuesOf = (parameters: Parameter[], ids: string[]): Record<string, fc.Arbitrary<string>> =>
  Object.fromEntries(
    parameters.map((parameter) => {
      const isId = parameter.in === 'path' || parameter['x-id'];
      return [parameter.name, valueFor({ ...parameter.schema, 'x-id': isId }, ids).map(encodable)];
    }),
  );

const visible = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~"*/,;= '), maxLength: 60 });

const headersOf = (): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record({ 'if-match': fc.oneof(visible, fc.constantFrom('"1"', 'W/"1"', '*', '"99999999999"')) }),
    },
    { weight: 1, arbitrary: fc.record({ 'idempotency-key': visible }) },
    { weight: 1, arbitrary: fc.record({ authorization: visible.map((value) => `Bearer ${value}`) }) },
    { weight: 1, arbitrary: fc.record({ 'x-request-id': visible, prefer: visible, accept: visible }) },
    {
      weight: 1,
      arbitrary: fc.record({
        'content-type': fc.oneof(visible, fc.constantFrom('text/csv', 'application/json; charset=utf-16')),
      }),
    },
  );

/** A body as it goes over the wire: sometimes cut off, and with what only text can say. */
const bodyText = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.record({ value: values, cut: fc.integer({ min: 0, max: 40 }) }).map(({ value, cut }) => {
    const text = Object.entries(RAW).reduce((all, [mark, raw]) => all.replaceAll(mark, raw), jsonOf(value));
    return cut === 1 ? text.slice(0, text.length / 2) : text;
  });

const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    const depth = (each as { '@deep'?: number } | null)?.['@deep'];
    return depth ? `@nest${depth}` : each;
  }).replace(/"@nest(\d+)"/g, (_, depth: string) => '{"a":'.repeat(Number(depth)) + '1' + '}'.repeat(Number(depth)));
