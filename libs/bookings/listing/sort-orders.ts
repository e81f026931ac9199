import { isId } from '#libs/core/http/ids';
import { isAcceptedDate, isAcceptedInstant } from '#libs/core/time/site-time';
import type { Sort } from '#libs/bookings/listing/list-bookings.dto';

interface Key {
  expression: string;
  type: keyof typeof READABLE;
}

/** How a list is sorted: by which keys, and what has to be joined for them. The last key is unique. */
export interface SortOrder {
  /** The column of bookings from which its keys are made. */
  column: string;
  join: string;
  /** The same join for few bookings, of which each record is looked up. */
  lookUp: string;
  keys: Key[];
  descending: boolean;
  /** Whether an index has the bookings of each status in this order. */
  isIndexedByStatus: boolean;
  /** The parts that together are the list, where no one index has all of it in this order. */
  parts?: Part[];
}

/** Some bookings of a list, which an index has in order; `by` are the keys that distinguish them. */
export interface Part {
  join: string;
  only: string;
  keys: Key[];
  by: Key[];
}

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/** What a value of a key looks like as text; anything else did not come from a cursor of Lodge. */
const READABLE = {
  date: (text: string) => text === 'infinity' || (text.length === 10 && isAcceptedDate(text)),
  timestamptz: (text: string) => INSTANT.test(text) && isAcceptedInstant(`${text.replace(' ', 'T')}:00`),
  text: (text: string) => !text.includes('\0') && text.isWellFormed(),
  uuid: isId,
};

const ID: Key = { expression: 'b.id', type: 'uuid' };
const plain = (column: string, type: Key['type'], expression = `b.${column}`) => ({
  column,
  join: '',
  lookUp: '',
  keys: [{ expression, type }, ID],
  isIndexedByStatus: true,
});

const NOBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;
const NAMED: Key[] = [
  { expression: 's.last_name', type: 'text' },
  { expression: 's.first_name', type: 'text' },
  { expression: 's.id', type: 'uuid' },
  ID,
];
const NAMELESS: Key[] = [
  { expression: `''::text`, type: 'text' },
  { expression: `''::text`, type: 'text' },
  { expression: NOBODY, type: 'uuid' },
  ID,
];

const ORDERS = {
  contract_start: plain('contract_start', 'date'),
  contract_end: plain('contract_end', 'date', `coalesce(b.contract_end, 'infinity')`),
  created_at: plain('created_at', 'timestamptz'),
  updated_at: plain('updated_at', 'timestamptz'),
  status: plain('status', 'text'),
  lead_person: {
    column: 'lead_person_id',
    join: 'LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id',
    lookUp:
      'LEFT JOIN LATERAL (SELECT * FROM students s WHERE s.site_id = b.site_id AND s.id = b.lead_person_id OFFSET 0) s ON true',
    keys: [
      { expression: `coalesce(s.last_name, '')`, type: 'text' },
      { expression: `coalesce(s.first_name, '')`, type: 'text' },
      { expression: `coalesce(s.id, ${NOBODY})`, type: 'uuid' },
      ID,
    ],
    isIndexedByStatus: false,
    parts: [
      {
        join: 'JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id',
        only: '',
        keys: NAMED,
        by: NAMED,
      },
      { join: '', only: ' AND b.lead_person_id IS NULL', keys: NAMELESS, by: [ID] },
    ],
  },
  location: {
    column: 'location_id',
    join: 'JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id',
    lookUp:
      'CROSS JOIN LATERAL (SELECT * FROM locations l WHERE l.site_id = b.site_id AND l.id = b.location_id OFFSET 0) l',
    keys: [{ expression: 'l.name COLLATE natural_order', type: 'text' }, { expression: 'l.id', type: 'uuid' }, ID],
    isIndexedByStatus: false,
  },
} satisfies Record<string, Omit<SortOrder, 'descending'>>;

export function sortOrder(sort: Sort): SortOrder {
  return { ...ORDERS[sort.replace(/^-/, '') as keyof typeof ORDERS], descending: sort.startsWith('-') };
}

/** The parts of an order: one, unless no one index has all of it. */
export const partsOf = ({ parts, join, keys }: SortOrder): Part[] => parts ?? [{ join, only: '', keys, by: keys }];

export const orderBy = ({ keys, descending }: Pick<SortOrder, 'keys' | 'descending'>): string =>
  keys.map(({ expression }) => expression + (descending ? ' DESC' : '')).join(', ');

const columnOf = (at: number) => `k${at}`;

/** The keys as columns of a subquery. */
export const keyColumns = ({ keys }: Pick<SortOrder, 'keys'>): string =>
  keys.map(({ expression }, at) => `${expression} AS ${columnOf(at)}`).join(', ');

/** The same order over these columns. */
export const byColumns = <Order extends Pick<SortOrder, 'keys'>>(order: Order, of: string): Order => ({
  ...order,
  keys: order.keys.map((key, at) => ({ ...key, expression: `${of}.${columnOf(at)}` })),
});

/** The values of the keys of a row, as text, for the cursor that follows it. */
export const keyValues = ({ keys }: Pick<SortOrder, 'keys'>): string =>
  `ARRAY[${keys.map(({ expression }) => `${expression}::text`).join(', ')}]`;

/** The rows after the values of a cursor; `place` returns the parameter of each value. */
export function rowsAfter(
  { keys, descending }: Pick<SortOrder, 'keys' | 'descending'>,
  values: string[],
  place: (value: string) => string,
): string {
  const left = keys.map(({ expression }) => expression).join(', ');
  const right = keys.map(({ type }, index) => `${place(values[index] ?? '')}::${type}`).join(', ');
  return `(${left}) ${descending ? '<' : '>'} (${right})`;
}

export const isReadable = ({ keys }: SortOrder, values: string[]): boolean =>
  values.length === keys.length && keys.every(({ type }, index) => READABLE[type](values[index] ?? ''));
