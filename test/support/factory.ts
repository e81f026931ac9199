import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { v7 } from 'uuid';
import type { Role } from '#libs/accounts/access/permissions';

export const PASSWORD = 'correct horse battery';

let serial = 0;
let passwordHash: Promise<string> | undefined;

/** A site with its reference data, enough to book in. */
export interface SiteFixture {
  id: string;
  roomType: string;
  buildingType: string;
  building: string;
}

/** Rows with sane defaults, written straight into the tables. */
export class Factory {
  constructor(private readonly pool: pg.Pool) {}

  /** A user, by default the owner of the installation; with `roles`, a member of those sites. Answers the email. */
  async user({ owner = false, roles = {} }: { owner?: boolean; roles?: Record<string, Role> } = {}): Promise<{
    id: string;
    email: string;
  }> {
    // Cheap on purpose: the cost of a real hash is tested where passwords are.
    passwordHash ??= hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });
    const id = v7();
    const email = `user${++serial}-${id.slice(-6)}@example.org`;
    await this.insert('users', {
      id,
      email,
      first_name: 'Robin',
      last_name: `Clerk${serial}`,
      password_hash: await passwordHash,
      owner,
    });
    for (const [siteId, role] of Object.entries(roles))
      await this.insert('memberships', { site_id: siteId, user_id: id, role });
    return { id, email };
  }

  async site(values: Record<string, unknown> = {}): Promise<SiteFixture> {
    const id = v7();
    await this.insert('sites', {
      id,
      name: `Site ${++serial}`,
      time_zone: 'Europe/London',
      date_order: 'dmy',
      ...values,
    });
    for (const code of ['requested_by_student', 'data_entry_error', 'other'])
      await this.insert('cancellation_codes', { site_id: id, id: v7(), code, name: code });
    const buildingType = await this.locationType(id, { name: 'Building', can_be_allocated_to_bookings: false });
    const roomType = await this.locationType(id, { name: 'Room' });
    const building = await this.location(id, buildingType, { name: 'North House' });
    return { id, roomType, buildingType, building };
  }

  locationType(siteId: string, values: Record<string, unknown> = {}): Promise<string> {
    return this.row('location_types', siteId, {
      name: `Type ${++serial}`,
      colour: '#2F6FED',
      can_be_allocated_to_bookings: true,
      ...values,
    });
  }

  location(siteId: string, typeId: string, values: Record<string, unknown> = {}): Promise<string> {
    return this.row('locations', siteId, { name: `Location ${++serial}`, location_type_id: typeId, ...values });
  }

  /** A room that can be booked, in the site's building. */
  room(site: SiteFixture, values: Record<string, unknown> = {}): Promise<string> {
    return this.location(site.id, site.roomType, { parent_id: site.building, name: `Room ${++serial}`, ...values });
  }

  student(site: SiteFixture, values: Record<string, unknown> = {}): Promise<string> {
    const number = ++serial;
    return this.row('students', site.id, {
      student_id: `S-${number}`,
      first_name: 'Ada',
      last_name: `Byron${number}`,
      location_id: site.building,
      ...values,
    });
  }

  /** So many students in the site's building, by one statement. */
  async students(site: SiteFixture, count: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'S' || n, 'First' || n, 'Last' || n, $2 FROM generate_series(1, $3::int) n`,
      [site.id, site.building, count],
    );
  }

  /** A row of a list of the site: `flags`, `welfare_states` or `categories`. */
  listEntry(
    list: 'flags' | 'welfare_states' | 'categories',
    siteId: string,
    values: Record<string, unknown> = {},
  ): Promise<string> {
    return this.row(list, siteId, { name: `Entry ${++serial}`, colour: '#AA3300', ...values });
  }

  private async row(table: string, siteId: string, values: Record<string, unknown>): Promise<string> {
    const id = (values.id as string | undefined) ?? v7();
    await this.insert(table, { site_id: siteId, id, ...values });
    return id;
  }

  private async insert(table: string, values: Record<string, unknown>): Promise<void> {
    const columns = Object.keys(values);
    const places = columns.map((_, index) => `$${index + 1}`);
    await this.pool.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(values),
    );
  }
}
