import { pick } from '#apps/demo/seeded';
import { idOf, type Room } from './site.js';

type Random = () => number;

/** Rooms whose codes are nearly those of others. */
export function makeRooms(): Room[] {
  const rooms: Room[] = [];
  const add = (code: string, name: string, parent: Room | null, type: Room['type']): Room => {
    const path = parent ? `${parent.path} / ${name}` : name;
    const room = { id: idOf(`adversary ${code}`), parent: parent?.id ?? null, name, code, type, path };
    rooms.push(room);
    return room;
  };
  const addHouse = (
    code: string,
    name: string,
    beds: string[],
    nameOf: (bed: string) => [code: string, name: string],
  ) => {
    const house = add(code, name, null, 'House');
    for (const bed of beds) add(...nameOf(bed), house, 'Room');
  };
  const numbers = [
    '014',
    '016',
    '103',
    '113',
    '114',
    '12',
    '14',
    '214',
    '21',
    '121',
    '4',
    '40',
    '104',
    '2-14',
    '1A',
    'A1',
  ];
  for (const block of [1, 2, 3, 11, 12, 21])
    addHouse(`B${block}`, `Block B${block}`, numbers, (bed) => [`B${block}-${bed}`, `Room ${bed} of B${block}`]);
  for (const villa of [1, 11, 2])
    addHouse(`V${villa}`, `Villa ${villa}`, ['1A', '11B', '1C', '2D', '12E', '21F'], (bed) => [`V${villa}.${bed}`, `Villa ${villa} bed ${bed}`]); // prettier-ignore
  addHouse('T', 'Tower', ['2', '21', '214', '2141', '3', '31'], (bed) => [`T-${bed}`, `Room ${bed}`]);
  addHouse('S', 'South', ['SÜD-1', 'SUD-1', 'SUED-2', 'SUD-2', 'SÜD-11'], (bed) => [bed, `${bed} of South`]);
  // Floors named by letters, wings by the quarter that they lie in, beds by letters.
  addHouse('G', 'Garden', ['G1', 'G-1', '1G', 'LG1', 'UG1', '0-1', 'G-01', 'G10', '1', 'l1', '11', 'I1'], (bed) => [`G-${bed}`, `Room ${bed} of the garden`]); // prettier-ignore
  addHouse('EW', 'East Wing', ['12', '12A', '12B', '1', '2'], (bed) => [`EW-${bed}`, `East Wing ${bed}`]);
  addHouse('WW', 'West Wing', ['12', '12A', '12C', '1', 'E12'], (bed) => [`WW-${bed}`, `West Wing ${bed}`]);
  addHouse('N', 'Numbers', ['7', '07', '1.1', '1.10', '12.5', '88', '090'], (bed) => [bed, `Number ${bed} here`]);
  return rooms;
}

const FULL_WIDTH = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const numberOf = (code: string): string => code.replace(/^[^-.]*[-.]/, '');
const houseOf = (code: string): string => code.replace(/[-.].*$/, '');

/**
 * How somebody writes a room, from its code and its path. `clear`: nobody has to look at it. `known`: a person who looks can tell which one it is, so that
 * it should be offered.
 */
export const ROOMS: Record<string, [clear: boolean, known: boolean, write: (room: Room, random: Random, other: Room) => string]> = {
  code: [true, true, ({ code }) => code],
  'code in small letters': [true, true, ({ code }) => code.toLowerCase()],
  'code with other signs': [true, true, ({ code }, random) => code.replace(/[-.]/, pick([' ', '/', '–', ' - ', '_', ' / '], random))],
  path: [true, true, ({ path }, random) => pick([path, path.toUpperCase(), path.replace(' / ', ', '), path.replace(' / ', ' > ')], random)],
  'letters of full width': [false, true, ({ code }) => FULL_WIDTH(code)],
  'a doubt': [false, false, ({ code }, random) => pick([`${code}?`, `(${code})`, `${code} [?]`, `~${code}`, `${code}*`, `"${code}"`], random)],
  'a word beside': [false, false, ({ code }, random) => pick([`${code} (old)`, `${code} tbc`, `not ${code}`, `${code} → ?`, `ex ${code}`], random)],
  'a mark': [false, false, ({ code }, random) => pick([`${code} ❌`, `✗ ${code}`, `- ${code}`, `-${code}`, `• ${code}`, `'${code}'`, `${code}′`, `${code},`, `${code}#`, code.replace(/(?=.)/g, '\u0336'), code.replace(/[A-Z]/g, '$&\u0336')], random)],
  'a footnote': [false, false, ({ code }, random) => `${code}${pick(['¹', '²', '⁴', '①', '½', '†', '№'], random)}`],
  'two rooms': [false, false, ({ code }, random, other) => `${code}${pick(['/', ' or ', ' -> ', ', ', ' + ', '; '], random)}${other.code}`],
  'cut off': [false, false, ({ code, path }, random) => pick([`${code.slice(0, -1)}...`, `${code}…`, `${path.slice(0, -1)}..`, `${code}-`, `${code}/`], random)],
  'digits moved': [false, false, ({ code }) => code.replace(/(\d)([-.])(\d)/, '$1$3$2')],
  'digits moved back': [false, false, ({ code }) => code.replace(/(\d)([-.])/, '$2$1')],
  'no separator': [false, false, ({ code }) => code.replace(/(?<=\d)[-.](?=\d)/, '')],
  'letters for digits': [false, false, ({ code }, random) => pick([code.replace('0', 'O'), code.replace('1', 'l'), code.replace('1', 'I')], random)],
  'digits for letters': [false, false, ({ code }, random) => pick([code.replace('G', '6'), code.replace('B', '8'), code.replace('l', '1'), code.replace('I', '1'), code.replace('S', '5')], random)],
  'a letter of a bed put in': [false, false, ({ code }, random) => `${code}${pick(['A', ' B', '/A', '-C', ' bed A', '.1'], random)}`],
  'a letter of a bed left out': [false, false, ({ code }) => code.replace(/(?<=\d)[A-F]$/, '')],
  'a floor put in': [false, false, ({ code }, random) => code.replace(/-/, pick(['-G-', '-1-', ' G ', '/0/', '-EG-'], random))],
  'another wing': [false, false, ({ code }, random) => code.replace(/^(EW|WW)/, pick(['NW', 'E', 'W', 'Wing', 'East'], random))],
  'zeros put in': [false, true, ({ code }) => code.replace(/([-.])(\d)/, '$10$2')],
  'zeros eaten': [false, true, ({ code }) => (/^[\d.]+$/.test(code) ? String(Number(code)) : code)],
  'signs lost': [false, true, ({ code }) => code.normalize('NFD').replace(/\p{M}/gu, '')],
  'words in another order': [false, true, ({ code }) => (/[-.]/.test(code) ? `${numberOf(code)}/${houseOf(code)}` : code)],
  'in a sentence of words': [false, true, ({ code }) => (/^B/.test(code) ? `Room ${numberOf(code)} Block ${houseOf(code)}` : code)],
}; // prettier-ignore

const oneSign = (text: string): string => text.replace(/ *[-–_./>,] *| +/g, '-');

/**
 * The room that a text is letter for letter, with whatever signs where its name has some, or but for what stands between its first letter and
 * the number (`B-12-14`). A sign where the name has none makes it no name of a room.
 */
export const roomCalled = (text: string, rooms: Room[]): Room | undefined => {
  const texts = [text, text.replace(/^([A-Z])-(?=\d)/, '$1')];
  const same = rooms.find(({ code, path, name }) => texts.some((each) => [code, path, name].includes(each)));
  return same ?? rooms.find(({ code, path }) => [code, path].some((each) => oneSign(each) === oneSign(text)));
};

/** Whether a spreadsheet makes one text of this code and another one of the site. */
export const isNumeric = ({ code }: Room): boolean => /^[\d.]+$/.test(code);
