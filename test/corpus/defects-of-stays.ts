import { pick } from '#apps/demo/seeded';
import { accepted, asked, change, type Draft, type Defect } from './defect.js';
import * as spell from './spellings.js';

const isRoomOf = (draft: Draft, prefix: string) => draft.room?.code.startsWith(prefix) ?? false;
const nowhere = (draft: Draft, text: string) => {
  draft.cells.room = text;
  draft.room = null;
};

/** Rooms. */
export const ROOMS: Record<string, Defect> = {
  'room spelt another way': accepted((draft) => {
    if (draft.room) draft.cells.room = spell.roomSpelling(draft.room, draft.random);
  }),
  'room with junk or emoji': asked((draft) =>
    change(draft, 'room', (room) => room + pick([';', ' .', ' 🔑', '\u00a0', ' *'], draft.random)),
  ),
  'number of another room, 101 for 107': asked((draft) =>
    nowhere(
      draft,
      `${pick(['NT', 'ST', 'B'], draft.random)}-${pick(['111', '607', '0', '1011', '519'], draft.random)}`,
    ),
  ),
  'room as a decimal, 101.0': asked((draft) => nowhere(draft, `${100 + Math.floor(draft.random() * 10)}.0`)),
  'number in two houses': asked((draft) => {
    if (isRoomOf(draft, 'NT-') || isRoomOf(draft, 'ST-')) draft.cells.room = draft.room?.name ?? '';
    else draft.cells.room = `${draft.room?.type} ${draft.room?.code.replace(/[-.]/g, '/ ')}`;
  }),
  'room word before the code': asked((draft) => change(draft, 'room', (code) => `${draft.room?.type} ${code}`)),
  'room with a remark': asked((draft) =>
    change(draft, 'room', (code) => code + pick([' (window)', ' ensuite', ' - ground floor'], draft.random)),
  ),
  'house and last part only': asked((draft) => {
    const [house = '', ...rest] = draft.room?.path.split(' / ') ?? [];
    draft.cells.room =
      rest.length > 1
        ? `${house} ${rest.join(' ').replace('Flat ', '').replace('Room ', '')}`
        : `Rm ${rest.join('')} ${house}`;
  }),
  'typing error in the house': asked((draft) => {
    const [house = '', ...rest] = draft.room?.path.split(' / ') ?? [];
    draft.cells.room = [spell.typo(house, draft.random), ...rest].join(' / ');
  }),
  'zeros in the number': asked((draft) => change(draft, 'room', (code) => code.replace(/(?<!\d)(?=[1-9])/, '0'))),
  'no such place': asked((draft) => nowhere(draft, pick(['Attic', 'n/a', 'TBC', '?', 'Zeppelin 77'], draft.random))),
};

const ISO = 'contract_start';
/** Days. */
export const DAYS: Record<string, Defect> = {
  'day in numbers, day first': accepted((draft) =>
    change(draft, ISO, (day) => spell.numericDate(day, 'dmy', draft.random)),
  ),
  'day in words, serial or year first': accepted((draft) =>
    change(draft, ISO, (day) => spell.plainDate(day, draft.random)),
  ),
  'day in odd blanks': accepted((draft) => change(draft, ISO, (day) => spell.oddBlanks(day, draft.random))),
  'day with junk': asked((draft) =>
    change(draft, ISO, (day) => day + pick([' ?', ' TBC', ' or later', '#'], draft.random)),
  ),
  'no day': asked((draft) => change(draft, ISO, () => pick(['', 'soon', '31/02/2027', '2027-13-01'], draft.random))),
  'day in numbers, month first': {
    asked: false,
    order: 'mdy',
    spoil: (draft) => change(draft, ISO, (day) => spell.numericDate(day, 'mdy', draft.random)),
  },
  'day in numbers, reads two ways': {
    asked: true,
    order: 'none',
    spoil: (draft) =>
      change(draft, ISO, (day) => spell.numericDate(day, pick(['dmy', 'mdy'], draft.random), draft.random)),
  },
  'day in words, no order': {
    asked: false,
    order: 'none',
    spoil: (draft) => change(draft, ISO, (day) => spell.plainDate(day, draft.random)),
  },
};
