import { addTo } from '#libs/core/collections/grouped';
import type { Sql } from '#libs/core/database/transaction';

export interface LocationRow {
  id: string;
  name: string;
  code: string | null;
  parent: string | null;
  capacity: number;
  active: boolean;
  allocatable: boolean;
  /** Nights that are held for cleaning after a departure. */
  turnaround_days: number;
}

/** A location with the name, code or path by which a text means it. */
export interface Called {
  row: LocationRow;
  on: string;
  text: string;
  words: string[];
}

const LOCATIONS = `
SELECT l.id, l.name, l.code, l.parent_id AS parent, l.capacity, l.open AS active, t.can_be_allocated_to_bookings AS allocatable, t.turnaround_days
FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id WHERE l.site_id = $1`;
export const findLocations = (sql: Sql, siteId: string) => sql.rows<LocationRow>(LOCATIONS, [siteId]);

/** The locations of a site with what is above and below them. */
export class LocationTree {
  private readonly byId: Map<string, LocationRow>;
  private readonly children = new Map<string, LocationRow[]>();
  private readonly paths = new Map<LocationRow, string>();

  constructor(readonly rows: readonly LocationRow[]) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) if (row.parent) addTo(this.children, row.parent, row);
  }

  /** Whether there are locations below one. */
  isParent = ({ id }: LocationRow): boolean => this.children.has(id);

  get = (id: string): LocationRow | undefined => this.byId.get(id);

  path(row: LocationRow): string {
    let path = this.paths.get(row);
    if (path === undefined) {
      const parent = row.parent ? this.byId.get(row.parent) : undefined;
      path = parent ? `${this.path(parent)} / ${row.name}` : row.name;
      this.paths.set(row, path);
    }
    return path;
  }

  /** Whether a location is another one or somewhere below it. */
  isWithin(row: LocationRow, above: LocationRow): boolean {
    if (row === above) return true;
    const parent = row.parent ? this.byId.get(row.parent) : undefined;
    return parent !== undefined && this.isWithin(parent, above);
  }

  /** What a booking of a location takes: the location, or, if it is a whole, everything allocatable at and below it. */
  parts(id: string): LocationRow[] {
    const row = this.byId.get(id);
    if (!row) return [];
    const children = this.children.get(id);
    if (!children) return row.allocatable ? [row] : [];
    const below = children.flatMap((child) => this.parts(child.id));
    return row.allocatable ? [row, ...below] : below;
  }
}
