import { expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { Answer } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';
import { until } from '../../support/until.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { instances: 2 });

// Whatever names a person: where somebody is named who is gone, a merge missed it.
const STRAYS = `
SELECT 'booking' AS what, b.id FROM bookings b JOIN students s ON s.id = b.lead_person_id WHERE s.deleted_at IS NOT NULL AND s.site_id = $1
UNION ALL SELECT 'additional person', p.booking_id FROM booking_people p JOIN students s ON s.id = p.student_id WHERE s.deleted_at IS NOT NULL AND s.site_id = $1
UNION ALL SELECT 'waiting entry', w.id FROM waiting_entries w JOIN students s ON s.id = w.student_id WHERE s.deleted_at IS NOT NULL AND s.site_id = $1
UNION ALL SELECT 'calendar', f.id FROM calendar_feeds f JOIN students s ON s.id = f.student_id WHERE s.deleted_at IS NOT NULL AND s.site_id = $1
UNION ALL SELECT 'picture', i.id FROM pictures i JOIN students s ON s.id = i.student_id WHERE s.deleted_at IS NOT NULL AND s.site_id = $1
UNION ALL SELECT 'merged twice', m.merged_id FROM student_merges m WHERE m.site_id = $1 AND m.undone_at IS NULL GROUP BY m.merged_id HAVING count(*) > 1
UNION ALL SELECT 'merged and there', s.id FROM students s JOIN student_merges m ON m.merged_id = s.id WHERE m.undone_at IS NULL AND s.deleted_at IS NULL AND s.site_id = $1`;

test('a merge against everything that names the person, at once: nothing is left with the record that is gone', async () => {
  const nights = (round: number) => ({
    contract_start: `20${30 + round}-01-04`,
    contract_end: `20${30 + round}-06-30`,
  });
  for (let round = 0; round < 6; round++) {
    const [kept = '', gone = '', friend = ''] = await rush(3, 3, () => lodge.make.student(site));
    // Some name the record by its code, which leads to the one that stays as soon as there is no other.
    const [{ student_id: code } = { student_id: '' }] = await lodge.sql<{ student_id: string }>('SELECT student_id FROM students WHERE id = $1', [gone]); // prettier-ignore
    const coded = `student_id:${code}`;
    const rooms = await rush(12, 4, () => lodge.make.room(site));
    const list = `/sites/${site.id}/waiting-list`;
    const place = { location_type: site.roomType, from: `20${30 + round}-07-01`, to: `20${30 + round}-07-20` };
    const entries = await rush(3, 3, async () => (await manager.post(list, { person: gone, ...place })).body._id);
    const stay = { site: site.id, ...nights(round) };
    const merge = () => manager.post(`/students/${site.id}/${kept}/merge`, { student: gone });
    const undo = () => manager.post(`/students/${site.id}/${kept}/merge/undo`, { student: coded });
    const calls: ((n: number) => Promise<Answer>)[] = [
      (n) => manager.post('/bookings', { ...stay, lead_person: n < 6 ? gone : coded, location: rooms[n] }),
      (n) => manager.post('/bookings', { ...stay, lead_person: friend, additional_people: [n < 6 ? coded : gone], location: rooms[n] }), // prettier-ignore
      () => manager.post(list, { person: round % 2 ? gone : coded, ...place }),
      () => manager.post(`/sites/${site.id}/calendar-feeds`, { person: gone }),
      (n) => manager.post(`${list}/${entries[n % 3]}/offers`, { location: rooms[n], hold_until: '2026-12-01T12:00' }),
      () => manager.patch(`/students/${site.id}/${gone}`, { first_name: 'Ada', last_name: 'Byron', location: site.building }), // prettier-ignore
    ];
    const answers = await rush(28, 28, (n) => {
      const at = manager.on(lodge.instances[n % 2] ?? lodge.instance);
      if (n === 9 || n === 16) return at.post(`/students/${site.id}/${kept}/merge`, { student: gone });
      // A merge may be taken back among them, and made again.
      return round % 2 && n === 20 ? undo() : (calls[n % 6] as (n: number) => Promise<Answer>)(n % 12);
    });
    const unexpected = answers.filter(({ status }) => ![200, 404, 409, 422].includes(status));
    expect(unexpected.map(({ text }) => text)).toEqual([]);
    if ((await manager.get(`/students/${site.id}/${gone}`)).status === 200) expect((await merge()).status).toBe(200);
    expect(await lodge.sql(STRAYS, [site.id])).toEqual([]);
    expect(await findViolations(lodge)).toEqual([]);
  }
});

test('a calendar that is made in the middle of a merge is refused when the merge is done: its person is gone by then', async () => {
  const [kept = '', gone = ''] = await rush(2, 2, () => lodge.make.student(site));
  const entry = { person: gone, location_type: site.roomType, from: '2040-07-01', to: '2040-07-20' };
  const { body: waiting } = await manager.post(`/sites/${site.id}/waiting-list`, entry);
  const waits = async (statement: string) =>
    (await lodge.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND position($1 IN query) > 0`, [statement])).length > 0; // prettier-ignore
  const blocker = await lodge.pool.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM waiting_entries WHERE id = $1 FOR UPDATE', [waiting._id]);
    const merged = manager.post(`/students/${site.id}/${kept}/merge`, { student: gone });
    await until(() => waits('waiting_entries'), 20);
    const calendar = manager.post(`/sites/${site.id}/calendar-feeds`, { person: gone });
    await until(() => waits('INTO calendar_feeds'), 20);
    await blocker.query('COMMIT');
    expect([(await merged).status, (await calendar).status]).toEqual([200, 422]);
  } finally {
    blocker.release();
  }
  expect(await lodge.sql(STRAYS, [site.id])).toEqual([]);
});
