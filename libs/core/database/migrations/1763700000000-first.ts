import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The whole schema of 1.0. Every key begins with the site, so that a reference cannot leave it and the tables can be
 * spread by site later. The two promises about a place are constraints here: `occupancies_no_overlap_1` and
 * `occupancies_one_in_house_1`.
 */
export class First1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [EXTENSIONS, ACCOUNTS, SITES, LOCATIONS, STUDENTS, BOOKINGS, OCCUPANCIES, TRAILS])
      await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}

const EXTENSIONS = `
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Text as the search compares it: no accents, no case. Immutable, so that an index may hold it.
CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, $1));

-- Numbers in names compare as numbers: Room 2 before Room 10.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');

CREATE SEQUENCE booking_reference_numbers;
-- Seven characters of Crockford base 32, made from a sequence by a bijection on 35 bits: short, never given twice,
-- and without a lock or a retry.
CREATE FUNCTION new_booking_reference() RETURNS text LANGUAGE sql VOLATILE AS $$
  WITH scrambled AS (SELECT (nextval('public.booking_reference_numbers') * 22801763489::numeric % 34359738368)::bigint AS n)
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((n >> (5 * digit)) & 31)::int + 1, 1), '' ORDER BY digit DESC)
  FROM scrambled, generate_series(0, 6) AS digit
$$;`;

const ACCOUNTS = `
CREATE TABLE users (
  id uuid NOT NULL, email text NOT NULL, first_name text NOT NULL, last_name text NOT NULL, photo_url text,
  last_site_id uuid, password_hash text, password_change_required boolean NOT NULL DEFAULT false,
  owner boolean NOT NULL DEFAULT false, disabled_at timestamptz, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_1 ON users (lower(email));

CREATE TABLE sessions (
  id uuid NOT NULL, user_id uuid NOT NULL, refresh_hash bytea NOT NULL, previous_refresh_hash bytea, rotated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), idle_expires_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
  ended_at timestamptz, end_reason text, address text, user_agent text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE INDEX sessions_user_2 ON sessions (user_id);
CREATE INDEX sessions_expiry_1 ON sessions (expires_at);

CREATE TABLE password_tokens (
  token_hash bytea NOT NULL, user_id uuid NOT NULL, purpose text NOT NULL, expires_at timestamptz NOT NULL,
  used_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT password_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_tokens_user_1 FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT password_tokens_purpose_1 CHECK (purpose IN ('invite', 'reset'))
);
CREATE INDEX password_tokens_user_2 ON password_tokens (user_id);`;

const SITES = `
CREATE TABLE sites (
  id uuid NOT NULL, name text NOT NULL, time_zone text NOT NULL, date_order text,
  early_check_in_days integer NOT NULL DEFAULT 0, history_window_days integer NOT NULL DEFAULT 7,
  require_confirmed_for_check_in boolean NOT NULL DEFAULT true, business_hours jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sites_pkey PRIMARY KEY (id),
  CONSTRAINT sites_date_order_1 CHECK (date_order IN ('dmy', 'mdy', 'ymd'))
);
ALTER TABLE users ADD CONSTRAINT users_last_site_1 FOREIGN KEY (last_site_id) REFERENCES sites (id);

CREATE TABLE memberships (
  site_id uuid NOT NULL, user_id uuid NOT NULL, role text NOT NULL, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (site_id, user_id),
  CONSTRAINT memberships_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT memberships_user_1 FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT memberships_role_1 CHECK (role IN ('viewer', 'reception', 'welfare', 'manager', 'admin'))
);
CREATE INDEX memberships_user_2 ON memberships (user_id);

CREATE TABLE flags (
  site_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, colour text NOT NULL, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT flags_pkey PRIMARY KEY (site_id, id), CONSTRAINT flags_site_1 FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX flags_name_1 ON flags (site_id, lower(name));
CREATE TABLE welfare_states (
  site_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, colour text NOT NULL, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT welfare_states_pkey PRIMARY KEY (site_id, id), CONSTRAINT welfare_states_site_1 FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX welfare_states_name_1 ON welfare_states (site_id, lower(name));
CREATE TABLE categories (
  site_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, colour text NOT NULL, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT categories_pkey PRIMARY KEY (site_id, id), CONSTRAINT categories_site_1 FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX categories_name_1 ON categories (site_id, lower(name));
CREATE TABLE cancellation_codes (
  site_id uuid NOT NULL, id uuid NOT NULL, code text NOT NULL, name text NOT NULL, active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT cancellation_codes_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT cancellation_codes_code_1 UNIQUE (site_id, code),
  CONSTRAINT cancellation_codes_site_1 FOREIGN KEY (site_id) REFERENCES sites (id)
);`;

const LOCATIONS = `
CREATE TABLE location_types (
  site_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, colour text NOT NULL, parent_id uuid, cleaning_type text,
  can_be_allocated_to_bookings boolean NOT NULL, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT location_types_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT location_types_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT location_types_parent_1 FOREIGN KEY (site_id, parent_id) REFERENCES location_types (site_id, id),
  CONSTRAINT location_types_cleaning_1 CHECK (cleaning_type IN ('daily', 'weekly', 'monthly', 'routine', 'on_vacancy', 'on_zone_empty'))
);
CREATE UNIQUE INDEX location_types_name_1 ON location_types (site_id, parent_id, lower(name)) NULLS NOT DISTINCT;

CREATE TABLE locations (
  site_id uuid NOT NULL, id uuid NOT NULL, name text COLLATE "und-x-icu" NOT NULL, code text, location_type_id uuid NOT NULL,
  parent_id uuid, floor text, capacity smallint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT locations_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT locations_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT locations_type_1 FOREIGN KEY (site_id, location_type_id) REFERENCES location_types (site_id, id),
  CONSTRAINT locations_parent_1 FOREIGN KEY (site_id, parent_id) REFERENCES locations (site_id, id),
  CONSTRAINT locations_capacity_1 CHECK (capacity BETWEEN 1 AND 100)
);
CREATE UNIQUE INDEX locations_code_1 ON locations (site_id, lower(code));
CREATE UNIQUE INDEX locations_name_1 ON locations (site_id, parent_id, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX locations_parent_2 ON locations (site_id, parent_id);
CREATE INDEX locations_type_2 ON locations (site_id, location_type_id);
CREATE INDEX locations_sort_1 ON locations (site_id, name, id);
CREATE INDEX locations_search_1 ON locations USING gin (folded(name || ' ' || coalesce(code, '')) gin_trgm_ops);`;

const STUDENTS = `
CREATE TABLE students (
  site_id uuid NOT NULL, id uuid NOT NULL, student_id text NOT NULL, first_name text COLLATE "und-x-icu" NOT NULL,
  last_name text COLLATE "und-x-icu" NOT NULL, email text, type text NOT NULL DEFAULT 'student', location_id uuid NOT NULL,
  active boolean NOT NULL DEFAULT true, welfare_flag boolean NOT NULL DEFAULT false, welfare_state_id uuid, photo_url text,
  deleted_at timestamptz, erased_at timestamptz, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT students_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT students_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT students_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id),
  CONSTRAINT students_welfare_1 FOREIGN KEY (site_id, welfare_state_id) REFERENCES welfare_states (site_id, id),
  CONSTRAINT students_type_1 CHECK (type IN ('student', 'staff', 'guest')),
  CONSTRAINT students_welfare_2 CHECK (welfare_flag OR welfare_state_id IS NULL)
);
CREATE UNIQUE INDEX students_student_id_1 ON students (site_id, lower(student_id)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX students_email_1 ON students (site_id, lower(email)) WHERE deleted_at IS NULL;
CREATE INDEX students_sort_1 ON students (site_id, last_name, first_name, id);
CREATE INDEX students_location_2 ON students (site_id, location_id);
CREATE INDEX students_search_1 ON students
  USING gin (folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || student_id) gin_trgm_ops);

CREATE TABLE student_flags (
  site_id uuid NOT NULL, student_id uuid NOT NULL, flag_id uuid NOT NULL, position smallint NOT NULL,
  CONSTRAINT student_flags_pkey PRIMARY KEY (site_id, student_id, flag_id),
  CONSTRAINT student_flags_student_1 FOREIGN KEY (site_id, student_id) REFERENCES students (site_id, id),
  CONSTRAINT student_flags_flag_1 FOREIGN KEY (site_id, flag_id) REFERENCES flags (site_id, id)
);
CREATE INDEX student_flags_flag_2 ON student_flags (site_id, flag_id);`;

const BOOKINGS = `
CREATE TABLE block_bookings (
  site_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, notes text,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  CONSTRAINT block_bookings_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT block_bookings_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT block_bookings_user_1 FOREIGN KEY (created_by) REFERENCES users (id)
);
CREATE INDEX block_bookings_search_1 ON block_bookings USING gin (folded(name) gin_trgm_ops);

CREATE TABLE bookings (
  site_id uuid NOT NULL, id uuid NOT NULL, reference text NOT NULL DEFAULT new_booking_reference(),
  lead_person_id uuid NOT NULL, location_id uuid NOT NULL, status text NOT NULL, contract_start date NOT NULL, contract_end date,
  occupied_from date NOT NULL, occupied_to date, segment integer NOT NULL DEFAULT 1, segment_from date NOT NULL,
  checked_in_at timestamptz, checked_out_at timestamptz, cancelled_at timestamptz, no_show_at timestamptz,
  cancellation_code text, cancellation_reason text, vehicle_registration text, parking_expiry_at timestamptz,
  departure_slot_at timestamptz, notes text, block_booking_id uuid, source text NOT NULL DEFAULT 'manual',
  version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL, created_by uuid, updated_at timestamptz NOT NULL, updated_by uuid,
  CONSTRAINT bookings_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT bookings_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT bookings_lead_1 FOREIGN KEY (site_id, lead_person_id) REFERENCES students (site_id, id),
  CONSTRAINT bookings_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id),
  CONSTRAINT bookings_block_1 FOREIGN KEY (site_id, block_booking_id) REFERENCES block_bookings (site_id, id),
  CONSTRAINT bookings_code_1 FOREIGN KEY (site_id, cancellation_code) REFERENCES cancellation_codes (site_id, code),
  CONSTRAINT bookings_created_1 FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT bookings_updated_1 FOREIGN KEY (updated_by) REFERENCES users (id),
  CONSTRAINT bookings_reference_1 UNIQUE (site_id, reference),
  CONSTRAINT bookings_status_1
    CHECK (status IN ('provisional', 'confirmed', 'checked_in', 'checked_out', 'cancelled', 'no_show', 'void')),
  CONSTRAINT bookings_source_1 CHECK (source IN ('manual', 'bulk', 'import')),
  CONSTRAINT bookings_dates_1 CHECK (contract_end > contract_start),
  CONSTRAINT bookings_dates_2 CHECK (occupied_to >= occupied_from)
);
CREATE INDEX bookings_sort_1 ON bookings (site_id, contract_start, id);
CREATE INDEX bookings_sort_2 ON bookings (site_id, contract_end, id);
CREATE INDEX bookings_sort_3 ON bookings (site_id, created_at, id);
CREATE INDEX bookings_sort_4 ON bookings (site_id, updated_at, id);
CREATE INDEX bookings_status_2 ON bookings (site_id, status, contract_start, id);
CREATE INDEX bookings_status_3 ON bookings (site_id, status, id);
CREATE INDEX bookings_lead_2 ON bookings (site_id, lead_person_id, id);
CREATE INDEX bookings_location_2 ON bookings (site_id, location_id, id);
CREATE INDEX bookings_block_2 ON bookings (site_id, block_booking_id, id) WHERE block_booking_id IS NOT NULL;
CREATE INDEX bookings_search_1 ON bookings USING gin (folded(reference || ' ' || coalesce(vehicle_registration, '')) gin_trgm_ops);

CREATE TABLE booking_people (
  site_id uuid NOT NULL, booking_id uuid NOT NULL, student_id uuid NOT NULL, position smallint NOT NULL,
  CONSTRAINT booking_people_pkey PRIMARY KEY (site_id, booking_id, student_id),
  CONSTRAINT booking_people_booking_1 FOREIGN KEY (site_id, booking_id) REFERENCES bookings (site_id, id),
  CONSTRAINT booking_people_student_1 FOREIGN KEY (site_id, student_id) REFERENCES students (site_id, id)
);
CREATE INDEX booking_people_student_2 ON booking_people (site_id, student_id);

CREATE TABLE booking_flags (
  site_id uuid NOT NULL, booking_id uuid NOT NULL, flag_id uuid NOT NULL, position smallint NOT NULL,
  CONSTRAINT booking_flags_pkey PRIMARY KEY (site_id, booking_id, flag_id),
  CONSTRAINT booking_flags_booking_1 FOREIGN KEY (site_id, booking_id) REFERENCES bookings (site_id, id),
  CONSTRAINT booking_flags_flag_1 FOREIGN KEY (site_id, flag_id) REFERENCES flags (site_id, id)
);
CREATE INDEX booking_flags_flag_2 ON booking_flags (site_id, flag_id);`;

const OCCUPANCIES = `
CREATE TABLE occupancies (
  site_id uuid NOT NULL, booking_id uuid NOT NULL, segment integer NOT NULL, location_id uuid NOT NULL, slot smallint NOT NULL,
  period daterange NOT NULL, live boolean NOT NULL, in_house boolean NOT NULL,
  CONSTRAINT occupancies_pkey PRIMARY KEY (site_id, booking_id, segment, location_id, slot),
  -- Deferred, because one statement writes the places first and the booking only when it got all of them.
  CONSTRAINT occupancies_booking_1 FOREIGN KEY (site_id, booking_id) REFERENCES bookings (site_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT occupancies_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id),
  CONSTRAINT occupancies_in_house_1 CHECK (live OR NOT in_house),
  CONSTRAINT occupancies_no_overlap_1
    EXCLUDE USING gist (location_id WITH =, slot WITH =, period WITH &&, site_id WITH =) WHERE (live)
);
CREATE UNIQUE INDEX occupancies_one_in_house_1 ON occupancies (site_id, location_id, slot) WHERE in_house;

-- The nights from a date up to (not including) another; no end: for ever; an end before the start: none.
CREATE FUNCTION nights(first date, departure date) RETURNS daterange LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN daterange(first, CASE WHEN departure IS NULL THEN NULL ELSE greatest(first, departure) END, '[)');

-- What can be allocated at a location: itself and everything below it.
CREATE FUNCTION allocatable_below(site uuid, root uuid) RETURNS TABLE (location_id uuid, capacity smallint) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE branch AS (
    SELECT l.id, l.capacity, l.location_type_id FROM locations l WHERE l.site_id = site AND l.id = root
    UNION ALL
    SELECT l.id, l.capacity, l.location_type_id FROM branch b JOIN locations l ON l.site_id = site AND l.parent_id = b.id
  )
  SELECT b.id, b.capacity FROM branch b
  JOIN location_types t ON t.site_id = site AND t.id = b.location_type_id AND t.can_be_allocated_to_bookings
$$;

-- Whether a booking of a location takes others with it: a flat, and the rooms in it.
CREATE FUNCTION is_whole(site uuid, root uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM locations l WHERE l.site_id = site AND l.parent_id = root)
    AND (SELECT count(*) FROM allocatable_below(site, root)) > 1;
END $$;

-- The two functions below are plpgsql, not sql: inlined into a query, their look-ups by place would be planned as scans of
-- everything that a site has in those nights.

-- The places that a booking of a location has to get: all of them for a whole, else its first free slot.
CREATE FUNCTION places_to_take(site uuid, root uuid, stay daterange, resident boolean, own uuid)
RETURNS TABLE (location_id uuid, slot smallint) LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_column
DECLARE
  place smallint;
BEGIN
  IF is_whole(site, root) THEN
    RETURN QUERY SELECT c.location_id, s::smallint FROM allocatable_below(site, root) c, generate_series(1, c.capacity) AS s;
    RETURN;
  END IF;
  FOR place IN SELECT generate_series(1, c.capacity) FROM allocatable_below(site, root) c LOOP
    IF NOT EXISTS (
      SELECT FROM occupancies o WHERE o.location_id = root AND o.slot = place AND o.site_id = site AND o.live
        AND o.booking_id <> own AND (o.period && stay OR (resident AND o.in_house))) THEN
      RETURN QUERY SELECT root, place;
      RETURN;
    END IF;
  END LOOP;
END $$;

-- The bookings that keep a booking from its places; none when it can have them.
CREATE FUNCTION blocking_bookings(site uuid, root uuid, stay daterange, resident boolean, own uuid)
RETURNS TABLE (booking_id uuid, overlaps boolean, in_house boolean) LANGUAGE plpgsql STABLE ROWS 2 AS $$
#variable_conflict use_column
BEGIN
  IF NOT is_whole(site, root) THEN
    IF NOT EXISTS (SELECT FROM places_to_take(site, root, stay, resident, own)) THEN
      RETURN QUERY
        SELECT o.booking_id, bool_or(o.period && stay), bool_or(o.in_house) FROM occupancies o
        WHERE o.location_id = root AND o.site_id = site AND o.live AND o.booking_id <> own
          AND (o.period && stay OR (resident AND o.in_house))
        GROUP BY o.booking_id;
    END IF;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT x.booking_id, bool_or(x.period && stay), bool_or(x.in_house)
    FROM allocatable_below(site, root) c
    CROSS JOIN LATERAL (
      SELECT o.booking_id, o.period, o.in_house FROM occupancies o
      WHERE o.location_id = c.location_id AND o.site_id = site AND o.live AND o.booking_id <> own
        AND (o.period && stay OR (resident AND o.in_house)) OFFSET 0) x
    GROUP BY x.booking_id;
END $$;`;

const TRAILS = `
CREATE TABLE booking_transactions (
  site_id uuid NOT NULL, booking_id uuid NOT NULL, sequence integer NOT NULL, id uuid NOT NULL, type text NOT NULL,
  from_status text, to_status text NOT NULL, occurred_at timestamptz NOT NULL, recorded_at timestamptz NOT NULL,
  actor_type text NOT NULL, actor_id uuid, actor_name text NOT NULL, notes text, cancellation_code text, cancellation_reason text,
  changes jsonb NOT NULL DEFAULT '[]', cause_kind text, cause_id uuid, request_id text,
  CONSTRAINT booking_transactions_pkey PRIMARY KEY (site_id, booking_id, sequence),
  CONSTRAINT booking_transactions_id_1 UNIQUE (site_id, id),
  CONSTRAINT booking_transactions_booking_1 FOREIGN KEY (site_id, booking_id) REFERENCES bookings (site_id, id),
  CONSTRAINT booking_transactions_type_1 CHECK (type IN ('created', 'updated', 'moved', 'confirm', 'check_in', 'check_out', 'cancel',
    'no_show', 'void', 'undo_check_in', 'undo_check_out', 'reinstate')),
  CONSTRAINT booking_transactions_actor_1 CHECK (actor_type IN ('user', 'system', 'api_key')),
  CONSTRAINT booking_transactions_cause_1 CHECK (cause_kind IN ('override', 'bulk', 'import', 'undo'))
);

CREATE TABLE audit_events (
  id uuid NOT NULL, site_id uuid, at timestamptz NOT NULL, actor_type text NOT NULL, actor_id uuid, actor_name text NOT NULL,
  action text NOT NULL, subject_kind text NOT NULL, subject_id uuid NOT NULL, changes jsonb NOT NULL DEFAULT '[]', request_id text,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_site_1 FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX audit_events_subject_1 ON audit_events (site_id, subject_id, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER booking_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON booking_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

const DROP = `
DROP TABLE audit_events, booking_transactions, occupancies, booking_flags, booking_people, bookings, block_bookings, student_flags,
  students, locations, location_types, cancellation_codes, categories, welfare_states, flags, memberships, password_tokens, sessions,
  users, sites CASCADE;
DROP FUNCTION refuse_change(), new_booking_reference(), blocking_bookings(uuid, uuid, daterange, boolean, uuid),
  places_to_take(uuid, uuid, daterange, boolean, uuid), is_whole(uuid, uuid), allocatable_below(uuid, uuid), nights(date, date), folded(text);
DROP SEQUENCE booking_reference_numbers;
DROP COLLATION natural_order;`;
