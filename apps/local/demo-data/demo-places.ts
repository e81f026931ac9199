import { newId } from '#libs/core/http/ids';
import { EXAMPLE } from '#libs/core/http/examples';

export interface PlaceRow {
  site_id: string;
  id: string;
  name: string;
  code: string;
  location_type_id: string;
  parent_id: string | null;
  floor: string | null;
  capacity: number;
}

export interface TypeRow {
  site_id: string;
  id: string;
  name: string;
  colour: string;
  cleaning_type: string | null;
  can_be_allocated_to_bookings: boolean;
}

const TYPES = [
  ['Building', '#475569', null, false],
  ['Floor', '#64748B', null, false],
  ['Flat', '#0F766E', 'weekly', true],
  ['Room', '#2F6FED', 'on_vacancy', true],
  ['Studio', '#7C3AED', 'on_vacancy', true],
  ['Twin room', '#B45309', 'on_vacancy', true],
] as const;

export type TypeName = (typeof TYPES)[number][0];

export function planTypes(siteId: string): TypeRow[] {
  return TYPES.map(([name, colour, cleaning_type, allocatable]) => ({
    site_id: siteId,
    id: name === 'Studio' && siteId === EXAMPLE.site ? EXAMPLE.locationType : newId(),
    name,
    colour,
    cleaning_type,
    can_be_allocated_to_bookings: allocatable,
  }));
}

/** Adds places to a list, each in its parent and with the floor of it. */
const addTo =
  (rows: PlaceRow[], siteId: string, types: TypeRow[]): Add =>
  (type, name, code, parent, more = {}) => {
    const location_type_id = types.find((each) => each.name === type)?.id ?? '';
    const inherited = {
      site_id: siteId,
      id: newId(),
      parent_id: parent?.id ?? null,
      floor: parent?.floor ?? null,
      capacity: 1,
    };
    const row = { ...inherited, name, code, location_type_id, ...more };
    rows.push(row);
    return row;
  };

/** A building of flats with rooms, and one of studios and twin rooms. Parents come before their children. */
export function planPlaces(siteId: string, types: TypeRow[], floors: number): PlaceRow[] {
  const rows: PlaceRow[] = [];
  const add = addTo(rows, siteId, types);
  const north = add('Building', 'North House', 'N', null, siteId === EXAMPLE.site ? { id: EXAMPLE.building } : {});
  const mill = add('Building', 'Mill Building', 'M', null);
  for (let level = 1; level <= floors; level++) {
    addFlats(add, add('Floor', `Floor ${level}`, `N-F${level}`, north, { floor: String(level) }), level);
    addStudios(add, add('Floor', `Floor ${level}`, `M-F${level}`, mill, { floor: String(level) }), level, siteId);
  }
  return rows;
}

/** Houses of five floors with eight flats of five rooms each: 200 rooms in a house. Parents come before their children. */
export function planHouses(siteId: string, types: TypeRow[], houses: number): PlaceRow[] {
  const rows: PlaceRow[] = [];
  const add = addTo(rows, siteId, types);
  for (let number = 1; number <= houses; number++) {
    const code = `H${String(number).padStart(2, '0')}`;
    const house = add('Building', `House ${number}`, code, null);
    for (let level = 1; level <= 5; level++) {
      const floor = add('Floor', `Floor ${level}`, `${code}-F${level}`, house, { floor: String(level) });
      for (const letter of 'ABCDEFGH') {
        const flat = add('Flat', `Flat ${level}${letter}`, `${code}-${level}${letter}`, floor);
        for (let room = 1; room <= 5; room++)
          add('Room', `Room ${level}${letter}${room}`, `${flat.code}-${room}`, flat);
      }
    }
  }
  return rows;
}

type Add = (type: TypeName, name: string, code: string, parent: PlaceRow | null, more?: Partial<PlaceRow>) => PlaceRow;

function addFlats(add: Add, floor: PlaceRow, level: number): void {
  for (const letter of ['A', 'B', 'C']) {
    const flat = add('Flat', `Flat ${level}${letter}`, `N-${level}${letter}`, floor);
    for (let room = 1; room <= 5; room++)
      add('Room', `Room ${level}${letter}${room}`, `N-${level}${letter}${room}`, flat);
  }
}

function addStudios(add: Add, floor: PlaceRow, level: number, siteId: string): void {
  for (let number = 1; number <= 10; number++) {
    const name = `${level}${String(number).padStart(2, '0')}`;
    const isExample = siteId === EXAMPLE.site && name === '101';
    add('Studio', `Studio ${name}`, `M-${name}`, floor, isExample ? { id: EXAMPLE.room } : {});
  }
  for (const number of [11, 12])
    add('Twin room', `Twin ${level}${number}`, `M-${level}${number}`, floor, { capacity: 2 });
}
