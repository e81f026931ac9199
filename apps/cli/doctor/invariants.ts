import type { Client } from 'pg';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import { type Finding, fault, ok } from '#apps/cli/doctor/finding';

const LIVE = LIVE_IN_SQL;
const OVER = `(b.status = 'checked_out' OR b.status = 'checked_in' AND o.segment < b.segment)`;

// What must always hold for the rows. Constraints guarantee the first two; a row that breaks one circumvented them.
const INVARIANTS: Record<string, string> = {
  'places sold twice': `
SELECT a.booking_id FROM occupancies a JOIN occupancies b ON b.site_id = a.site_id AND b.location_id = a.location_id AND b.slot = a.slot
  AND b.booking_id > a.booking_id AND b.live AND b.period && a.period WHERE a.live`,
  'places with two residents': `
SELECT location_id FROM occupancies WHERE in_house GROUP BY site_id, location_id, slot HAVING count(*) > 1`,
  'past stays in a place and a night that others have, too': `
SELECT o.booking_id || ' and ' || coalesce((
  SELECT x.booking_id::text FROM occupancies x WHERE x.site_id = o.site_id AND x.location_id = o.location_id AND x.slot = o.slot AND x.live
    AND x.period && o.period AND x.booking_id <> o.booking_id LIMIT 1), 'nobody any more')
FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id AND ${OVER}
WHERE NOT o.live AND NOT isempty(o.period)`,
  'live bookings without a place': `
SELECT b.id FROM bookings b WHERE b.status IN ${LIVE}
  AND NOT EXISTS (SELECT FROM occupancies o WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.live)`,
  'bookings that do not count any more but hold a place': `
SELECT b.id FROM bookings b JOIN occupancies o ON o.site_id = b.site_id AND o.booking_id = b.id AND o.live
WHERE b.status IN ('cancelled', 'no_show', 'void')`,
  'places held by nobody': `
SELECT o.booking_id FROM occupancies o WHERE o.closure_id IS NULL
  AND NOT EXISTS (SELECT FROM bookings b WHERE b.site_id = o.site_id AND b.id = o.booking_id)`,
  'bookings without an end whose nights have one': `
SELECT b.id FROM bookings b WHERE b.status IN ${LIVE} AND b.contract_end IS NULL AND b.occupied_to IS NOT NULL`,
  'residents who are not checked in': `
SELECT o.booking_id FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
WHERE o.live AND o.in_house <> (b.status = 'checked_in' AND o.segment = b.segment)`,
  'bookings whose trail ends in another status': `
SELECT b.id FROM bookings b CROSS JOIN LATERAL (
  SELECT t.to_status FROM booking_transactions t WHERE t.site_id = b.site_id AND t.booking_id = b.id ORDER BY sequence DESC LIMIT 1) t
WHERE t.to_status <> b.status`,
  'sites without an administrator, in an installation without an owner': `
SELECT s.id FROM sites s WHERE NOT EXISTS (SELECT FROM users WHERE owner AND disabled_at IS NULL)
  AND NOT EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.site_id = s.id AND m.role = 'admin' AND u.disabled_at IS NULL)`,
};

const FIX: Record<string, string> = {
  'sites without an administrator, in an installation without an owner':
    'Run: npm run lodge -- create-owner, or invite.',
};
const PAST = 'past stays in a place and a night that others have, too';
FIX[PAST] = 'Read both bookings: void the one that did not happen, or correct its room or its dates by a new one.';
const LOOK =
  'Look at them by their trails, correct them over the api, and find out who wrote to the database directly.';
const SHOWN = 3;

/** Reads all bookings: minutes, with millions of them. */
export async function checkInvariants(database: Client): Promise<Finding[]> {
  await database.query('SET statement_timeout = 0');
  const faults: Finding[] = [];
  for (const [what, sql] of Object.entries(INVARIANTS)) {
    const ids = (await database.query({ text: sql, rowMode: 'array' })).rows.map(([id]) => String(id));
    const examples = ids.slice(0, SHOWN).join(', ') + (ids.length > SHOWN ? ', ...' : '');
    if (ids.length > 0) faults.push(fault(`${ids.length} ${what}: ${examples}`, FIX[what] ?? LOOK));
  }
  return faults.length > 0 ? faults : [ok(`All ${Object.keys(INVARIANTS).length} invariants of the data hold.`)];
}
