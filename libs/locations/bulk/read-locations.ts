import { addTo } from '#libs/core/collections/grouped';
import { DomainError, type FieldError, InvalidField } from '#libs/core/errors/domain-error';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import { newId } from '#libs/core/http/ids';
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

interface Place {
  id: string;
  path: string;
  level: number;
}

const low = (text: string): string => text.toLowerCase();

/** Reads rows against the tree, in their order, so that a row can be in an earlier one. Nothing is written. */
class Reader {
  private readonly errors: (FieldError & { code: ProblemCode })[] = [];
  private readonly wanted: WantedLocation[] = [];
  private readonly types = new Map<string, string[]>();
  private readonly places = new Map<string, Place[]>();
  private readonly codes = new Set<string>();
  private readonly names = new Set<string>();

  constructor({ types, places }: KnownTree) {
    for (const { id, name } of types) for (const word of [id, low(name)]) addTo(this.types, word, id);
    for (const { id, code, parent_id, name, path, level } of places)
      this.know({ id, path, level }, code, parent_id, name);
  }

  /** @throws DomainError with every error of every row */
  read(rows: LocationRowRequest[]): WantedLocation[] {
    for (const [index, row] of rows.entries()) this.readRow(row, `/locations/${index}`);
    const [first] = this.errors;
    if (!first && this.wanted.length > MOST_LOCATIONS)
      throw new InvalidField('validation_failed', '/locations', `make ${this.wanted.length}; at most ${MOST_LOCATIONS} at once`); // prettier-ignore
    if (!first) return this.wanted;
    const detail = this.errors.slice(0, 3).map((error) => `${error.pointer} ${error.detail}`).join('; '); // prettier-ignore
    throw new DomainError(first.code, `Nothing was made. ${detail}`, {}, this.errors.slice(0, MOST_LOCATIONS));
  }

  private readRow(row: LocationRowRequest, pointer: string): void {
    const type = this.oneOf(this.types.get(low(row.type)), `${pointer}/type`, 'location type');
    const parent = row.parent ? this.oneOf(this.places.get(low(row.parent)), `${pointer}/parent`, 'location') : null;
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
    if (code !== null && this.codes.has(low(code)))
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
    if (!range) return [''];
    const lacking = [!name.includes(NUMBER) && 'name', code && !code.includes(NUMBER) && 'code'].filter(Boolean);
    for (const field of lacking)
      this.fail(
        'validation_failed',
        `${pointer}/${String(field)}`,
        `needs ${NUMBER} where the number of the range goes`,
      );
    const numbers = numbersOf(range, MOST_LOCATIONS);
    if (typeof numbers === 'string') this.fail('validation_failed', `${pointer}/range`, numbers);
    return lacking.length > 0 || typeof numbers === 'string' ? undefined : numbers;
  }

  private know(place: Place, code: string | null, parent: string | null, name: string): void {
    for (const word of new Set([place.id, low(place.path), ...(code ? [low(code)] : [])]))
      addTo(this.places, word, place);
    if (code) this.codes.add(low(code));
    this.names.add(nameKey(parent, name));
  }

  private oneOf<T>(found: T[] | undefined, pointer: string, what: string): T | undefined {
    if (found?.length === 1) return found[0];
    const detail = found ? `names ${found.length} entries of the kind ${what}: use the id` : `There is no such ${what} in this site.`; // prettier-ignore
    this.fail('unknown_reference', pointer, detail);
    return undefined;
  }

  private fail(code: ProblemCode, pointer: string, detail: string): void {
    this.errors.push({ pointer, code, detail });
  }
}

const nameKey = (parent: string | null, name: string): string => JSON.stringify([parent, low(name)]);

/**
 * The locations that rows ask for, parents before what is in them.
 * @throws DomainError `unknown_reference`, `duplicate_name` or `validation_failed`, with the errors of all rows
 */
export const readLocations = (rows: LocationRowRequest[], known: KnownTree): WantedLocation[] =>
  new Reader(known).read(rows);
