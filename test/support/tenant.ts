import { EVERY_KIND, type Kind } from './id-places.js';
import type { SiteFixture } from './factory.js';
import type { Lodge } from './lodge.js';

/** A site of which every kind of record has one, and a user in it. Every id is of this tenant alone. */
export interface Tenant {
  site: SiteFixture;
  email: string;
  ids: Record<Kind, string>;
}

const STAY = { contract_start: '2027-01-04', contract_end: '2028-12-20' };

/** Fills a new site, over the api as far as it goes. */
export async function makeTenant(lodge: Lodge): Promise<Tenant> {
  const site = await lodge.make.site();
  const [room, otherRoom] = [await lodge.make.room(site), await lodge.make.room(site)];
  const student = await lodge.make.student(site);
  const admin = await lodge.make.user({ roles: { [site.id]: 'admin' } });
  const member = await lodge.make.user({ roles: { [site.id]: 'viewer' } });
  const client = await lodge.logIn(admin.email);
  const made = async (url: string, body: object) => {
    const answer = await client.post(url, body);
    if (answer.status !== 200) throw new Error(`${url}: ${answer.text}`);
    return answer.body;
  };
  const stay = { site: site.id, lead_person: student, ...STAY };
  const booking = await made('/bookings', { ...stay, location: room });
  const assignments = [{ person_id: student, location_id: otherRoom }];
  const bulk = await made('/bookings/bulk', { site: site.id, ...STAY, block: { name: 'Block' }, assignments });
  const category = await lodge.make.listEntry('categories', site.id);
  const targets = { resolution: { hours: 8, minutes: 0 } };
  const policy = { name: 'Plumbing', category_ids: [category], targets };
  const scopes = [{ site: site.id, role: 'viewer' }];
  const newcomer = { student_id: 'T-NEW', first_name: 'Radia', last_name: 'Perlman', location: room };
  const rows = [{ row_index: 0, values: { room: 'nowhere' } }];
  const [code] = await lodge.sql<{ id: string }>('SELECT id FROM cancellation_codes WHERE site_id = $1', [site.id]);
  const closing = { location: otherRoom, from: '2030-01-04', to: '2030-01-18', kind: 'maintenance' };
  const [session] = (await client.get('/users/@me/sessions')).body;
  const columns = { Bedding: 'ignore' };
  const receiver = { url: 'https://receiver.example/lodge', enabled: false };
  const webhook = (await made(`/sites/${site.id}/webhooks`, receiver))._id;
  const ids: Record<Kind, string> = {
    site: site.id,
    locationType: site.roomType,
    location: room,
    student,
    booking: booking._id,
    otherBooking: bulk.results[0].booking._id,
    blockBooking: bulk.block_booking._id,
    flag: await lodge.make.listEntry('flags', site.id),
    welfareState: await lodge.make.listEntry('welfare_states', site.id),
    category,
    slaPolicy: (await made(`/sla-policies/${site.id}`, policy))._id,
    cancellationCode: code?.id ?? '',
    member: member.id,
    apiKey: (await made('/users/@me/api-keys', { name: 'Key', scopes }))._id,
    session: session._id,
    import: (await made('/bookings/import/commit', { site: site.id, idempotency_key: 'key', rows, columns })).import_id,
    importMapping: (await client.get(`/bookings/import/mappings?site=${site.id}`)).body[0]?._id,
    studentImport: (await made(`/students/${site.id}/import`, { type: 'partial', students: [newcomer] })).import_id,
    document: (await client.get(`/bookings/${booking._id}/document?site=${site.id}`, { prefer: 'respond-async' })).body
      ._id,
    closure: (await made(`/sites/${site.id}/closures`, closing))._id,
    waitingEntry: (await made(`/sites/${site.id}/waiting-list`, { person: student, location_type: site.roomType, from: '2030-01-04' }))._id, // prettier-ignore
    calendarFeed: (await made(`/sites/${site.id}/calendar-feeds`, { location: room }))._id,
    webhook,
    delivery: (await made(`/sites/${site.id}/webhooks/${webhook}/test`, {}))._id,
  };
  const missing = EVERY_KIND.filter((kind) => !ids[kind]);
  if (missing.length > 0) throw new Error(`the tenant has no ${missing.join(', ')}`);
  return { site, email: admin.email, ids };
}
