/** A part of an OpenAPI document. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it is read by its keywords
type Part = any;
type Side = 'request' | 'answer';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
// What a request may hold at most, and at least.
const AT_MOST = ['maxLength', 'maxItems', 'maximum', 'maxProperties'];
const AT_LEAST = ['minLength', 'minItems', 'minimum', 'minProperties'];

/**
 * What a caller who was written against one OpenAPI document can no longer rely on in another one. Additions are not
 * among it: operations, fields and values of answers, optional fields and wider limits of requests. A field that
 * requests lose is, since Lodge refuses fields that it does not know.
 */
export function breaksBetween(released: Part, current: Part): string[] {
  const breaks = new Set<string>();
  const schemas = new Comparison(released, current, (what) => breaks.add(what));
  for (const [path, item] of Object.entries<Part>(released.paths)) {
    for (const method of METHODS.filter((each) => item[each])) {
      const name = `${method.toUpperCase()} ${path}`;
      const now = current.paths[path]?.[method];
      if (now) compareOperations(name, item[method], now, schemas, breaks);
      else breaks.add(`${name} is gone`);
    }
  }
  return [...breaks];
}

function compareOperations(name: string, was: Part, is: Part, schemas: Comparison, breaks: Set<string>): void {
  if (was.security?.length === 0 && is.security?.length > 0) breaks.add(`${name} needs a session now`);
  compareParameters(name, was.parameters ?? [], is.parameters ?? [], schemas, breaks);
  const asked = was.requestBody?.content ?? {};
  const takes = is.requestBody?.content ?? {};
  for (const type of Object.keys(asked)) {
    if (takes[type]) schemas.compare(`${name} ${type} body`, 'request', asked[type].schema, takes[type].schema);
    else breaks.add(`${name} takes no ${type} any more`);
  }
  if (is.requestBody?.required && !was.requestBody?.required) breaks.add(`${name} needs a body now`);
  // Failures are one shape, whose codes may grow.
  const given = was.responses['200']?.content ?? {};
  const gives = is.responses['200']?.content ?? {};
  for (const type of Object.keys(given)) {
    if (gives[type]) schemas.compare(`${name} answer`, 'answer', given[type].schema, gives[type].schema);
    else breaks.add(`${name} answers no ${type} any more`);
  }
  const problem = (of: Part) => of.responses['500']?.content?.['application/problem+json']?.schema;
  if (problem(was)) schemas.compare(`${name} problem`, 'answer', problem(was), problem(is));
}

function compareParameters(name: string, was: Part[], is: Part[], schemas: Comparison, breaks: Set<string>): void {
  const key = (each: Part) => `${each.in} ${each.name}`;
  for (const before of was) {
    const now = is.find((each) => key(each) === key(before));
    if (!now) breaks.add(`${name} has no ${key(before)} any more`);
    else schemas.compare(`${name} ${key(before)}`, 'request', before.schema, now.schema);
  }
  for (const now of is.filter((each) => each.required)) {
    if (!was.find((each) => key(each) === key(now))?.required) breaks.add(`${name} needs ${key(now)} now`);
  }
}

class Comparison {
  private readonly seen = new Set<string>();

  constructor(
    private readonly released: Part,
    private readonly current: Part,
    private readonly report: (what: string) => void,
  ) {}

  compare(where: string, side: Side, before: Part, after: Part): void {
    if (!before) return;
    // A shape that many operations share is named once, by its own name.
    const name = before.$ref ?? before.allOf?.[0]?.$ref;
    if (name) {
      const { description: _, ...now } = after ?? {};
      const pair = `${side} ${name} ${JSON.stringify(now)}`;
      if (this.seen.has(pair)) return;
      this.seen.add(pair);
    }
    const was = flat(this.released, before);
    const is = flat(this.current, after ?? {});
    this.compareValues(where, side, was, is);
    this.compareFields(where, side, was, is);
    if (was.items) this.compare(`${where}[]`, side, was.items, is.items);
    for (const [index, choice] of (was.oneOf ?? []).entries()) {
      if (is.oneOf?.[index]) this.compare(`${where} (${index})`, side, choice, is.oneOf[index]);
      else if (side === 'request') this.report(`${where} may no longer be its alternative ${index}`);
    }
    if (typeof was.additionalProperties === 'object') this.compare(`${where}.*`, side, was.additionalProperties, is.additionalProperties); // prettier-ignore
  }

  private compareValues(where: string, side: Side, was: Part, is: Part): void {
    const changed = (key: string) => JSON.stringify(was[key]) !== JSON.stringify(is[key]);
    for (const key of ['type', 'format']) if (changed(key)) this.report(`${where}: ${key} was ${was[key]}, is ${is[key]}`); // prettier-ignore
    // Whoever branches on a value that is renamed is lost on both sides.
    for (const value of was.enum ?? []) if (is.enum && !is.enum.includes(value)) this.report(`${where} is never ${value} any more`); // prettier-ignore
    if (side === 'answer') {
      if (is.nullable && !was.nullable) this.report(`${where} may be null now`);
      if (was.enum && !is.enum) this.report(`${where} is no longer one of ${was.enum}`);
      return;
    }
    if (was.nullable && !is.nullable) this.report(`${where} may no longer be null`);
    if (is.enum && !was.enum) this.report(`${where} is one of ${is.enum} now`);
    if (is.pattern && changed('pattern')) this.report(`${where}: pattern was ${was.pattern}, is ${is.pattern}`);
    for (const key of AT_MOST) if (is[key] < (was[key] ?? Infinity)) this.report(`${where}: ${key} was ${was[key]}, is ${is[key]}`); // prettier-ignore
    for (const key of AT_LEAST) if (is[key] > (was[key] ?? -Infinity)) this.report(`${where}: ${key} was ${was[key]}, is ${is[key]}`); // prettier-ignore
    if (is.default !== undefined && was.default !== undefined && changed('default')) this.report(`${where}: default was ${was.default}, is ${is.default}`); // prettier-ignore
  }

  private compareFields(where: string, side: Side, was: Part, is: Part): void {
    const fields: Record<string, Part> = is.properties ?? {};
    for (const [field, schema] of Object.entries<Part>(was.properties ?? {})) {
      if (fields[field]) this.compare(`${where}.${field}`, side, schema, fields[field]);
      else this.report(`${where}.${field} is gone`);
    }
    const needed = (of: Part): string[] => of.required ?? [];
    const [more, less] = side === 'request' ? [is, was] : [was, is];
    for (const field of needed(more).filter((each) => !needed(less).includes(each))) {
      if (side === 'request') this.report(`${where}.${field} is required now`);
      else if (fields[field]) this.report(`${where}.${field} may be absent now`);
    }
  }
}

/** A schema without references and allOf. */
function flat(document: Part, schema: Part): Part {
  const { $ref, allOf = [], ...own } = schema;
  const parts = [...allOf, ...($ref ? [document.components.schemas[$ref.split('/').at(-1)] ?? {}] : [])];
  return parts.map((part) => flat(document, part)).reduce(merged, own);
}

const merged = (a: Part, b: Part): Part => ({
  ...b,
  ...a,
  ...(a.properties || b.properties ? { properties: { ...b.properties, ...a.properties } } : {}),
  ...(a.required || b.required ? { required: [...(a.required ?? []), ...(b.required ?? [])] } : {}),
});
