import { getMetadataStorage } from 'class-validator';
import { DomainError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';

/** What a field of a request can name by its id, or by a code that people use. */
export const REFERENCE_CODES = {
  location: ['code'],
  student: ['student_id', 'email'],
  booking: ['reference'],
  flag: ['name'],
  location_type: ['name'],
  block_booking: ['name'],
  welfare_state: ['name'],
} as const;
export type ReferenceKind = keyof typeof REFERENCE_CODES;

/** A code in place of an id, such as `code:M-101`. */
export interface CodedReference {
  pointer: string;
  kind: ReferenceKind;
  /** The prefix; `id` of a text without one. */
  by: string;
  text: string;
  /** Whether the record itself is meant that became part of another one, and not the one that it is since. */
  isMerged: boolean;
}

/** Finds the records of a site that codes name. */
export abstract class ReferenceResolver {
  /** The id of each reference, in their order. @throws DomainError `unknown_reference` with candidates */
  abstract resolve(references: CodedReference[]): Promise<string[]>;
}

/** What a field of a request names: then it also takes the codes that people use. */
export interface NamingOptions {
  of?: ReferenceKind;
  /** Whether an id is looked up, too: a filter by a record that does not exist would look like one that finds nothing. */
  mustExist?: boolean;
  /** Whether a code names the record that was merged, where others name the one that it became part of. */
  isMerged?: boolean;
  /** Whether the service finds what a code names, because it can do so in another way while the database is unavailable. */
  foundByService?: boolean;
}

/** What the rule of a field remembers of it. */
export const ofKind = ({ of, mustExist = false, isMerged = false, foundByService }: NamingOptions): unknown[] =>
  of === undefined || foundByService ? [] : [of, mustExist, isMerged];

/** The options of a field that takes codes, with a description that says which. */
export function withCodes<T extends NamingOptions & { description?: string }>(options: T): T {
  if (options.of === undefined) return options;
  const codes = REFERENCE_CODES[options.of].map((code) => `\`${code}:…\``).join(' or ');
  return { ...options, description: `${options.description ? `${options.description}. ` : ''}An id, or ${codes}` };
}

/** The name of the rule that says of a field which kind of record it names. */
export const ID_RULE = 'id';

const CODED = /^\s*(code|student_id|email|reference|name):\s*(\S.*?)\s*$/su;

/** The prefix and the code of a text such as `code:M-101`; undefined for every other text. */
export function codeIn(value: string): { by: string; text: string } | undefined {
  const [, by, text] = CODED.exec(value) ?? [];
  return by === undefined || text === undefined ? undefined : { by, text };
}

/** The texts of a list separated by commas. A comma can also be in a name: what does not begin with an id or a prefix belongs to the name before it. */
export function splitReferences(list: string): string[] {
  const texts: string[] = [];
  for (const piece of list.split(',')) {
    const last = texts.at(-1);
    if (last !== undefined && codeIn(last) && !codeIn(piece) && !isId(piece.trim()))
      texts.push(`${texts.pop()},${piece}`);
    else texts.push(piece);
  }
  return texts.map((text) => text.trim());
}

interface Spot extends CodedReference {
  set(id: string): void;
}

interface Named {
  kind: ReferenceKind;
  mustExist: boolean;
  isMerged: boolean;
}
const fields = new Map<object, ReadonlyMap<string, Named>>();

/** The fields of a request class that name records, with the kind of each. */
function fieldsOf(type: object): ReadonlyMap<string, Named> {
  let known = fields.get(type);
  if (!known) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type as never, '', false, false);
    const named = rules.filter(({ name, constraints }) => name === ID_RULE && constraints?.[0] !== undefined);
    known = new Map(
      named.map(({ propertyName, constraints: [kind, mustExist, isMerged] = [] }) => [
        propertyName,
        { kind: kind as ReferenceKind, mustExist: mustExist === true, isMerged: isMerged === true },
      ]),
    );
    fields.set(type, known);
  }
  return known;
}

const fieldsIn = (request: object) => fieldsOf(classOf(request) ?? Object);

// A filter has no service that checks what it names: a text that is no id would find nothing, and look like an empty list.
function codedAt(value: unknown, named: Named, pointer: string, set: (id: string) => void): Spot[] {
  if (typeof value !== 'string') return [];
  const { kind, mustExist, isMerged } = named;
  const isFilter = !pointer.startsWith('/');
  const isLookedUp = mustExist || (isFilter && !isId(value));
  const coded = codeIn(value) ?? (isLookedUp ? { by: 'id', text: value } : undefined);
  return coded ? [{ pointer, kind, ...coded, isMerged, set }] : [];
}

/** What a filter names other than by an id, for a service that finds it itself. */
export function referenceIn(pointer: string, kind: ReferenceKind, value: string): CodedReference | undefined {
  const [spot] = codedAt(value, { kind, mustExist: false, isMerged: false }, pointer, () => undefined);
  if (!spot) return undefined;
  const { set: _set, ...reference } = spot;
  return reference;
}

/** The class that describes a value of a request; undefined for dates and plain objects, whose keys are the caller's own. */
function classOf(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Date) return undefined;
  const { constructor: type } = (Object.getPrototypeOf(value) ?? Object.prototype) as object;
  return type === Object ? undefined : type;
}

/** Every code in a request, nested ones, too. Rows that no class describes are left alone. */
function codedIn(request: object, prefix: string): Spot[] {
  const named = fieldsIn(request);
  return Object.entries(request).flatMap(([name, value]) => {
    const pointer = prefix + name;
    const field = named.get(name);
    if (field && Array.isArray(value))
      return value.flatMap((each, index) => codedAt(each, field, `${pointer}/${index}`, (id) => (value[index] = id)));
    if (field) return codedAt(value, field, pointer, (id) => Object.assign(request, { [name]: id }));
    const inside = Array.isArray(value) ? value : [value];
    return inside.flatMap((each, index) =>
      classOf(each) ? codedIn(each as object, Array.isArray(value) ? `${pointer}/${index}/` : `${pointer}/`) : [],
    );
  });
}

/**
 * Puts the ids in the place of the codes of a request, if it has any; a request with plain ids costs nothing.
 * @throws DomainError `unknown_reference`, or `validation_failed` when a list names a record twice
 */
export function resolveCodes<T extends object>(
  request: T,
  prefix: string,
  resolver: ReferenceResolver,
): T | Promise<T> {
  const spots = codedIn(request, prefix);
  if (spots.length === 0) return request;
  return resolver.resolve(spots.map(({ set: _set, ...reference }) => reference)).then((ids) => {
    spots.forEach((spot, index) => spot.set(ids[index] as string));
    requireDistinct(request, prefix);
    return request;
  });
}

// The list was checked when it still had the codes.
function requireDistinct(request: object, prefix: string): void {
  for (const name of fieldsIn(request).keys()) {
    const value = (request as Record<string, unknown>)[name];
    if (!Array.isArray(value) || new Set(value).size === value.length) continue;
    const error = { pointer: prefix + name, code: 'arrayUnique', detail: 'must not name an id twice' };
    throw new DomainError(prefix ? 'validation_failed' : 'invalid_query', `${error.pointer} ${error.detail}`, {}, [
      error,
    ]);
  }
  for (const [name, value] of Object.entries(request))
    for (const [index, each] of (Array.isArray(value) ? value : []).entries())
      if (classOf(each)) requireDistinct(each as object, `${prefix}${name}/${index}/`);
}
