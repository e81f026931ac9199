import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A room is locked and read by one statement, which sees what others changed about it until the lock was had. */
export class PlaceToBook1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION place_to_book(uuid, uuid, daterange, uuid)');
  }
}

// Volatile: each of its statements sees what was committed until then, also what the lock waited for.
const UP = `
CREATE FUNCTION place_to_book(site uuid, root uuid, stay daterange, own uuid)
RETURNS TABLE (location_id uuid, slot smallint) LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
BEGIN
  PERFORM FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
    WHERE l.site_id = site AND l.id = root AND l.active AND t.can_be_allocated_to_bookings FOR KEY SHARE OF l, t;
  IF FOUND THEN
    RETURN QUERY SELECT * FROM places_to_take(site, root, stay, false, own)
      WHERE NOT EXISTS (SELECT FROM locations c WHERE c.site_id = site AND c.parent_id = root);
  END IF;
END $$;`;
