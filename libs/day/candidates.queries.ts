import type { TreeFilter } from '#libs/locations/below.queries';
import { EXPECTED_IN_SQL } from '#libs/occupancy/live';
import { hadCome, inHouseOn } from '#libs/bookings/in-house';
import { lastRoom, movedBy, nearRooms, roomHeld, roomSleptIn } from '#libs/bookings/room-of-night';

/** A day of a site: dates are the site's, `starts` and `ends` the instants between which it lies. */
export interface SiteDay {
  siteId: string;
  on: string;
  today: string;
  starts: Date;
  ends: Date;
  tree: TreeFilter;
  /** The instant whose knowledge is wanted; now without one. */
  at?: Date;
}

export const SECTIONS = [
  'arrivals_due',
  'arrivals_late',
  'arrivals_done',
  'departures_due',
  'departures_overdue',
  'departures_done',
  'in_house',
] as const;
export type Section = (typeof SECTIONS)[number];

type Memberships = Partial<Record<Section, string>>;

// In which lists a booking is, as bits of one number: rows are grouped by it.
const bitOf = (section: Section): number => 1 << SECTIONS.indexOf(section);
export const HAS_LEFT = 1 << SECTIONS.length;
export const isIn = (row: string, section: Section): string => `${row}.lists & ${bitOf(section)} <> 0`;

const OPEN_END = 'b.contract_end IS NULL OR b.contract_end';
const WITHIN = (column: string) => `coalesce(b.${column} >= $4 AND b.${column} < $5, false)`;

const NIGHT = { site: '$1', night: '$2::date' };
const PLANNED = `CASE WHEN b.id IN (SELECT id FROM moved) THEN ${roomHeld(NIGHT)} ELSE b.location_id END`;

/** Which bookings a day looks at, by an index each, the room in which it shows them, and in which of its lists they are. */
function branches(on: string, today: string): [where: string, room: string, lists: Memberships][] {
  const in_house = inHouseOn({ date: on, today, night: () => '$2', ends: () => '$5' });
  if (on > today)
    return [
      [
        `b.status IN ${EXPECTED_IN_SQL} AND b.contract_start <= $2 AND (${OPEN_END} >= $2)`,
        PLANNED,
        { arrivals_due: 'b.contract_start = $2', departures_due: 'coalesce(b.contract_end = $2, false)', in_house },
      ],
      [`b.status = 'checked_in'`, PLANNED, { departures_due: 'coalesce(b.contract_end = $2, false)', in_house }],
    ];
  // On a day that is over, those who came later were awaited.
  const awaited = `NOT ${hadCome('$5')} AND (${OPEN_END} > $2)`;
  const arrivals = {
    arrivals_done: WITHIN('checked_in_at'),
    ...(on < today && {
      arrivals_due: `b.contract_start = $2 AND ${awaited}`,
      arrivals_late: `b.contract_start < $2 AND ${awaited}`,
    }),
  };
  return [
    [
      `b.status IN ${EXPECTED_IN_SQL} AND b.contract_start <= $2 AND (${OPEN_END} > $2)`,
      PLANNED,
      { arrivals_due: 'b.contract_start = $2', arrivals_late: 'b.contract_start < $2' },
    ],
    [
      `b.status = 'checked_in'`,
      // Tonight, residents are where they are.
      on < today ? roomSleptIn(NIGHT) : 'b.location_id',
      {
        ...arrivals,
        departures_due: 'coalesce(b.contract_end = $2, false)',
        departures_overdue: 'coalesce(b.contract_end < $2, false)',
        in_house,
      },
    ],
    // A check-out after that instant was written after it, except that a clock may have been five minutes ahead.
    [
      `b.status = 'checked_out' AND b.updated_at >= $4::timestamptz - interval '5 minutes' AND b.checked_out_at >= $4`,
      lastRoom(NIGHT),
      { ...arrivals, departures_done: WITHIN('checked_out_at'), in_house },
    ],
  ];
}

const candidates = (asked: SiteDay): string =>
  branches(asked.on, asked.today)
    .map(([where, room, lists]) => {
      const bits = [
        ...SECTIONS.map((section) => [lists[section], bitOf(section)]),
        [`b.status = 'checked_out'`, HAS_LEFT],
      ];
      const lists_in = bits.flatMap(([when, bit]) => (when ? [`CASE WHEN ${when} THEN ${bit} ELSE 0 END`] : []));
      return `SELECT b.id, ${room} AS location_id, CASE WHEN ${WITHIN('departure_slot_at')} THEN b.departure_slot_at END AS slot, ${lists_in.join(' | ')} AS lists
  FROM bookings b WHERE b.site_id = $1 AND ${where}${asked.tree.everywhere ? '' : ' AND b.id IN (SELECT id FROM near)'}`;
    })
    .join('\n  UNION ALL\n  ');

/** The bookings of a day; of a building only those that may be in it, which an index finds, and then those that are. */
export const dayOf = (asked: SiteDay): string => {
  const moved = `moved AS MATERIALIZED (${movedBy(NIGHT)})`;
  if (asked.tree.everywhere) return `${moved},\nday AS (${candidates(asked)})`;
  const among = (column: string) => asked.tree.is(column, '$7');
  return `${moved},
near AS MATERIALIZED (${nearRooms(NIGHT, among)}),
day AS (
  SELECT * FROM (${candidates(asked)}) d WHERE d.location_id IN (SELECT l.id FROM locations l WHERE l.site_id = $1 AND ${among('l.id')}))`;
};
