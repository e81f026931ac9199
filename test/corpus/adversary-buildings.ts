import { pick } from '#apps/demo/seeded';
import type { AdversaryFile, Stay } from './adversaries.js';
import type { Cells } from './adversary-people.js';
import type { Room } from './site.js';

type Random = () => number;

/** A building and a room, and whether they mean the room; null: one of them has to be wrong, or another building is meant. */
interface Written {
  building: string;
  room: string;
  isMeant: boolean;
  isClear: boolean;
}

/** How a list writes a room in two columns. Each house has rooms whose numbers others have, too, and the names of some begin others: B1 and B12. */
const WAYS: ((room: Room, house: Room, other: Room, random: Random) => Written)[] = [
  ({ name }, house) => ({ building: house.name, room: name, isMeant: true, isClear: true }),
  ({ code }, house) => ({ building: house.name, room: code, isMeant: true, isClear: true }),
  ({ code }, house) => ({
    building: house.code,
    room: code.slice(house.code.length + 1),
    isMeant: true,
    isClear: true,
  }),
  ({ code }, house) => ({ building: house.name.toUpperCase(), room: code, isMeant: true, isClear: true }),
  // Of another house, of none, of half of its name, or of the row above.
  ({ code }, _house, other) => ({ building: other.name, room: code, isMeant: false, isClear: false }),
  ({ name }, _house, other) => ({ building: other.code, room: name, isMeant: false, isClear: false }),
  ({ code }, house, _other, random) => ({ building: `${house.name} ${pick(['North', 'II', '2', 'Annexe'], random)}`, room: code, isMeant: false, isClear: false }), // prettier-ignore
  ({ code }, house) => ({ building: `${house.code}${code.slice(house.code.length, house.code.length + 2)}`, room: code.slice(house.code.length + 2), isMeant: false, isClear: false }), // prettier-ignore
  ({ code }) => ({ building: '', room: code.slice(code.indexOf('-') + 1), isMeant: false, isClear: false }),
  ({ code }, _house, _other, random) => ({
    building: pick(['?', '"', '…'], random),
    room: code,
    isMeant: false,
    isClear: false,
  }),
];
const RIGHT = 4;

/** A file with a column for the building. Only rooms whose code begins with that of their house are written so; the rows of others stay as they are. */
export function withBuildings(file: AdversaryFile, rooms: readonly Room[], random: Random): AdversaryFile {
  const houses = rooms.filter(({ type }) => type === 'House');
  const both = file.rows.map((row, index): { row: Cells; stay: Stay } => {
    const stay = file.stays[index] as Stay;
    const room = rooms.find(({ id }) => id === stay.room);
    const house = houses.find(({ id }) => id === room?.parent);
    const isOfHouse = room && house && /^B\d+$/.test(house.code) && room.code.startsWith(`${house.code}-`);
    // Beside filled buildings a blank one is a question.
    if (!isOfHouse) return { row: { ...row, Building: '' }, stay: { ...stay, clear: false, broadlyClear: false } };
    const other = pick(houses.filter(({ id }) => id !== house.id), random); // prettier-ignore
    const way = pick(random() < 0.7 ? WAYS.slice(0, RIGHT) : WAYS.slice(RIGHT), random);
    const { building, room: text, isMeant, isClear } = way(room, house, other, random);
    const kind = `${stay.kind} / building ${WAYS.indexOf(way)}`;
    return {
      row: { ...row, Building: building, room: text },
      stay: { ...stay, kind, room: isMeant ? stay.room : null, clear: stay.clear && isClear, broadlyClear: stay.broadlyClear && isClear }, // prettier-ignore
    };
  });
  return { ...file, rows: both.map(({ row }) => row), stays: both.map(({ stay }) => stay) };
}
