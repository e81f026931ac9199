import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import { type LocationIndex, readLocationIndex } from '#libs/matching/location-index';
import { partsOfRoom } from '#libs/matching/rooms-within';
import { lockLocations } from '#libs/students/import/import.queries';
import type { KeyedRow, Known } from '#libs/students/import/known';
import type { ReadRow } from '#libs/students/import/rows';

/** What the text of a location may mean. `written`: the one that is called so letter for letter, by its code or path. */
interface Place {
  ids: string[];
  written: string | null;
}

/** The locations of a list, found by the rules of imports of bookings. */
export class Places {
  /** Whether rooms of the list are in buildings that have a column of their own. */
  private readonly areWithin: boolean;

  private constructor(
    private readonly byText: ReadonlyMap<string, Place>,
    private readonly index?: LocationIndex,
  ) {
    this.areWithin = [...byText.keys()].some((text) => partsOfRoom(text) !== undefined);
  }

  /** Whether a location is called so; with an id, whether that one is. */
  isPlace = (text: string, id?: string | null): boolean =>
    this.index?.meant(text).called.some(({ row }) => id === undefined || row.id === id) ?? false;

  /** Whether people live in a location, as in a room, rather than below it. */
  isRoom = (id: string): boolean => this.index?.get(id)?.allocatable ?? false;

  /** Finds the locations of rows; with `lock`, none of them is deleted until the transaction ends. */
  static async read(sql: Sql, siteId: string, rows: readonly ReadRow[], lock: boolean): Promise<Places> {
    const texts = new Set(rows.flatMap(({ cause, location }) => (cause === null && location ? [location] : [])));
    if (texts.size === 0) return new Places(new Map());
    const index = await readLocationIndex(sql, siteId);
    const places = [...texts].map((text) => [text, placeOf(text, index)] as const);
    const wanted = new Set(places.flatMap(([, { ids, written }]) => (ids.length === 1 ? ids : (written ?? []))));
    const there = lock ? await lockLocations(sql, siteId, [...wanted]) : wanted;
    const isThere = (id: string) => !wanted.has(id) || there.has(id);
    return new Places(new Map(places.map(([text, place]) => [text, { ...place, ids: place.ids.filter(isThere) }])), index); // prettier-ignore
  }

  /** A row with its location, or the reason why it has none. */
  locate(row: KeyedRow): KeyedRow {
    if (row.cause !== null || row.location === null) return row;
    const [id, other] = this.byText.get(row.location)?.ids ?? [];
    if (other) return { ...row, cause: 'location_ambiguous' };
    // Beside rooms of which a cell says the building, a blank one may mean that of the row above.
    const lacksBuilding = this.areWithin && !partsOfRoom(row.location) && this.byText.get(row.location)?.written === null; // prettier-ignore
    if (lacksBuilding) return { ...row, cause: 'location_ambiguous' };
    return id ? { ...row, location_id: id } : { ...row, cause: 'location_not_found' };
  }

  /** A student whose room is in the list letter for letter stays in that room, whatever else has the name. */
  settle(row: KeyedRow, named: readonly Known[]): KeyedRow {
    const written = row.cause === 'location_ambiguous' ? this.byText.get(row.location ?? '')?.written : undefined;
    const isHome = written && named.length === 1 && named[0]?.location === written;
    return isHome ? { ...row, cause: null, location_id: written } : row;
  }
}

function placeOf(text: string, index: LocationIndex): Place {
  const byId = isId(text) ? index.get(text.toLowerCase()) : undefined;
  if (byId) return { ids: [byId.id], written: byId.id };
  const { called, written } = index.meant(text);
  return { ids: called.map(({ row }) => row.id), written: written?.id ?? null };
}
