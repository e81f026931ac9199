const id = (kind, ...parts) => `md5(concat_ws(' ', '${kind}', ${parts.join(', ')}))::uuid`;

/** Statements that make sites of 20 rooms, 100 students and 1,000 bookings each. */
export const smallSites = (count) => [
  `SET session_replication_role = replica`,
  `INSERT INTO sites (id, name, time_zone) SELECT ${id('site', 'k')}, 'Site ' || k, 'Europe/London' FROM generate_series(1, ${count}) k`,
  `INSERT INTO location_types (site_id, id, name, colour, can_be_allocated_to_bookings)
    SELECT ${id('site', 'k')}, ${id('type', 'k')}, 'Room', '#2F6FED', true FROM generate_series(1, ${count}) k`,
  `INSERT INTO locations (site_id, id, name, location_type_id)
    SELECT ${id('site', 'k')}, ${id('place', 'k', 'n')}, 'Room ' || n, ${id('type', 'k')}
    FROM generate_series(1, ${count}) k, generate_series(0, 19) n`,
  `INSERT INTO students (site_id, id, student_id, first_name, last_name, name_key, location_id)
    SELECT ${id('site', 'k')}, ${id('guest', 'k', 'n')}, 'S' || n, s.first_name, s.last_name, s.name_key, ${id('place', 'k', 'n % 20')}
    FROM generate_series(1, ${count}) k, generate_series(0, 99) n
    JOIN LATERAL (SELECT first_name, last_name, name_key FROM students WHERE student_id = 'S' || n + 1 LIMIT 1) s ON true`,
  `INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
      segment_from, created_at, updated_at)
    SELECT ${id('site', 'k')}, ${id('stay', 'k', 'n')}, ${id('guest', 'k', 'n % 100')}, ${id('place', 'k', 'n % 20')},
      CASE WHEN turn < 0 THEN 'checked_out' WHEN turn = 0 THEN 'checked_in' ELSE 'confirmed' END, first, first + 36, first, first + 36,
      first, first - 60 + n * interval '1 minute', first - 60 + n * interval '1 minute'
    FROM (SELECT k, n, n / 20 - 25 AS turn, current_date - 10 + (n / 20 - 25) * 36 AS first
      FROM generate_series(1, ${count}) k, generate_series(0, 999) n) planned`,
  `INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
    SELECT site_id, id, 1, location_id, 1, daterange(contract_start, contract_end), true, status = 'checked_in'
    FROM bookings b WHERE NOT EXISTS (SELECT FROM occupancies o WHERE o.site_id = b.site_id AND o.booking_id = b.id)`,
  `SET session_replication_role = origin`,
  'VACUUM ANALYZE',
];
