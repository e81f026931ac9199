import { addTo } from '#libs/core/collections/grouped';
import type { FieldError } from '#libs/core/errors/domain-error';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import { newId } from '#libs/core/http/ids';
import { codeIn } from '#libs/core/http/references';
import { type LocationRowRequest, MOST_LOCATIONS } from '#libs/locations/bulk/bulk-locations.dto';
import type { KnownLocation, NewLocation } from '#libs/locations/bulk/bulk-locations.queries';
import { NUMBER, numbersOf } from '#libs/locations/bulk/range';
import { MAX_DEPTH } from '#libs/locations/max-depth';

/** What exists before: the types by id and by name, and the locations. */
export interface KnownTree {
  types: { id: string; name: string }[];
  places: KnownLocation[];
}

/** A location that a row requests, and its level in the tree. */
export interface WantedLocation extends NewLocation {
  level: number;
}

/** What a row names that the site does not have, or has several times. */
export interface UnknownName {
  pointer: string;
  kind: 'location' | 'location_type';
  /** As it was given. */
  given: string;
}

/** The locations that rows ask for, parents before what is in them, and every error of every row: then nothing may be made. */
export interface ReadRows {
  wanted: WantedLocation[];
  errors: (FieldError & { code: ProblemCode })[];
  unknown: UnknownName[];
}

interface Place {
  id: string;
  path: string;
  level: number;
}

/** Types or locations by every word that means them, and by their code alone (of a type: its name), which a prefix asks for. */
interface Words<T> {
  kind: UnknownName['kind'];
  prefix: string;
  every: Map<string, T[]>;
  codes: Map<string, T[]>;
}

const low = (text: string): string => text.toLowerCase();

/** Reads rows against the tree, in their order, so that a row can be in an earlier one. Nothing is written. */
class Reader {
  private readonly errors: ReadRows['errors'] = [];
  private readonly wanted: WantedLocation[] = [];
  private readonly unknown: UnknownName[] = [];
  private readonly types: Words<string> = { kind: 'location_type', prefix: 'name', every: new Map(), codes: new Map() };
  private readonly places: Words<Place> = { kind: 'location', prefix: 'code', every: new Map(), codes: new Map() };
  private readonly names = new Set<string>();

  constructor({ types, places }: KnownTree) {
    for (const { id, name } of types) addWords(this.types, id, { words: [id, low(name)], code: low(name) });
    for (const { id, code, parent_id, name, path, level } of places)
      this.know({ id, path, level }, code, parent_id, name);
  }

  read(rows: LocationRowRequest[]): ReadRows {
    for (const [index, row] of rows.entries()) this.readRow(row, `/locations/${index}`);
    if (this.errors.length === 0 && this.wanted.length > MOST_LOCATIONS)
      this.fail('validation_failed', '/locations', `make ${this.wanted.length}; at most ${MOST_LOCATIONS} at once`);
    return { wanted: this.wanted, errors: this.errors, unknown: this.unknown };
  }

  private readRow(row: LocationRowRequest, pointer: string): void {
    const type = this.oneOf(this.types, row.type, `${pointer}/type`);
    const parent = row.parent ? this.oneOf(this.places, row.parent, `${pointer}/parent`) : null;
    const numbers = this.numbers(row, pointer);
    if (!type || parent === undefined || !numbers) return;
    const level = (parent?.level ?? 0) + 1;
    if (level > MAX_DEPTH) return this.fail('validation_failed', `${pointer}/parent`, `must leave the locations at most ${MAX_DEPTH} levels deep`); // prettier-ignore
    for (const number of numbers) {
      const name = row.name.replaceAll(NUMBER, number);
      const code = row.code ? row.code.replaceAll(NUMBER, number) : null;
      this.want({ row, type, parent, level, name, code }, pointer);
    }
  }

  private want(
    { row, type, parent, level, name, code }: { row: LocationRowRequest; type: string; parent: Place | null; level: number; name: string; code: string | null }, // prettier-ignore
    pointer: string,
  ): void {
    const parentId = parent?.id ?? null;
    if (code !== null && this.places.codes.has(low(code)))
      this.fail('duplicate_name', `${pointer}/code`, `${code} is taken by another location of this site`);
    else if (this.names.has(nameKey(parentId, name)))
      this.fail('duplicate_name', `${pointer}/name`, `${name} is taken by another location with the same parent`);
    else {
      const id = newId();
      const { floor = null, capacity = 1, active = true } = row;
      this.wanted.push({ id, name, code, type, parent: parentId, floor: floor || null, capacity, active, level });
      this.know({ id, path: parent ? `${parent.path} / ${name}` : name, level }, code, parentId, name);
    }
  }

  private numbers({ range, name, code }: LocationRowRequest, pointer: string): string[] | undefined {
    const fields = Object.entries({ name, ...(code && { code }) });
    const wrong = fields.filter(([, text]) => text.includes(NUMBER) !== Boolean(range));
    const detail = range
      ? `needs ${NUMBER} where the number of the range goes`
      : `has ${NUMBER}, the number of a range: add a range such as 101-130, or write the number`;
    for (const [field] of wrong) this.fail('validation_failed', `${pointer}/${field}`, detail);
    const numbers = range ? numbersOf(range, MOST_LOCATIONS) : [''];
    if (typeof numbers === 'string') this.fail('validation_failed', `${pointer}/range`, numbers);
    return wrong.length > 0 || typeof numbers === 'string' ? undefined : numbers;
  }

  private know(place: Place, code: string | null, parent: string | null, name: string): void {
    const words = [place.id, low(place.path), ...(code ? [low(code)] : [])];
    addWords(this.places, place, { words, code: code && low(code) });
    this.names.add(nameKey(parent, name));
  }

  private oneOf<T>({ kind, prefix, every, codes }: Words<T>, given: string, pointer: string): T | undefined {
    const coded = codeIn(given);
    const found = coded?.by === prefix ? codes.get(low(coded.text)) : every.get(low(given));
    if (found?.length === 1) return found[0];
    const what = kind.replaceAll('_', ' ');
    const detail = found ? `names ${found.length} entries of the kind ${what}: use the id` : `There is no such ${what} in this site.`; // prettier-ignore
    this.fail('unknown_reference', pointer, detail);
    this.unknown.push({ pointer, kind, given });
    return undefined;
  }

  private fail(code: ProblemCode, pointer: string, detail: string): void {
    this.errors.push({ pointer, code, detail });
  }
}

function addWords<T>(
  { every, codes }: Words<T>,
  one: T,
  { words, code }: { words: string[]; code: string | null },
): void {
  for (const word of new Set(words)) addTo(every, word, one);
  if (code) addTo(codes, code, one);
}

const nameKey = (parent: string | null, name: string): string => JSON.stringify([parent, low(name)]);

/** Reads rows: the errors are `unknown_reference`, `duplicate_name` and `validation_failed`. */
export const readLocations = (rows: LocationRowRequest[], known: KnownTree): ReadRows => new Reader(known).read(rows);
