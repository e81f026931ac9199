import { Buffer } from 'node:buffer';
import { localDate } from '#libs/core/time/site-time';
import { newId } from '#libs/core/http/ids';
import { toBooking, toDetail } from '#libs/bookings/booking-rows';
import { findBooking } from '#libs/bookings/bookings.queries';
import { CREATE, FLAGS, LOCATIONS, LOCK, MOVES, PAGES, PEOPLE, TOTALS } from './statements.mjs';

const MOST = 10_000;
const KEEP_MS = 30_000;

/** The routes that are measured, each with what it needs and nothing else. */
export function bookingRoutes(server, sql, answers) {
  // As in Lodge, the estimate of the total is renewed twice per minute.
  const kept = new Map();
  async function totalOf(kind, values) {
    const key = `${kind} ${values.join(' ')}`;
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.total;
    const [{ total }] = await sql(`count ${kind}`, TOTALS[kind].count, values);
    if (total <= MOST) return { total, exact: true };
    const [plan] = await sql(`estimate ${kind}`, TOTALS[kind].estimate, values);
    const estimate = { total: Math.max(MOST + 1, plan['QUERY PLAN'][0].Plan['Plan Rows']), exact: false };
    kept.set(key, { total: estimate, until: Date.now() + KEEP_MS });
    return estimate;
  }

  async function pageOf({ site, status, q, skip, cursor }) {
    if (q) {
      const rows = await sql('q', PAGES.q, [site, q, 50]);
      return { rows: rows.filter((row) => row._id), total: rows[0].total, exact: true };
    }
    const after = cursor ? JSON.parse(Buffer.from(cursor, 'base64url')) : [];
    const [rows, { total, exact }] = await Promise.all([
      status
        ? sql('status', PAGES.status, [site, status, 50])
        : cursor
          ? sql('cursor', PAGES.cursor, [site, after[1], after[2], 50])
          : sql('skip', PAGES.skip, [site, 50, Number(skip)]),
      status ? totalOf('status', [site, status]) : totalOf('all', [site]),
    ]);
    return { rows, total, exact };
  }

  const byId = async (name, text, site, ids) => new Map((await sql(name, text, [site, [...new Set(ids)]])).map((row) => [row._id, row])); // prettier-ignore

  async function expandAll(site, bookings) {
    const [people, locations, flags] = await Promise.all([
      byId('people', PEOPLE, site, bookings.map((booking) => booking.lead_person)),
      byId('locations', LOCATIONS, site, bookings.map((booking) => booking.location)),
      byId('flags', FLAGS, site, bookings.flatMap((booking) => booking.flags)),
    ]); // prettier-ignore
    for (const booking of bookings) {
      booking.expanded = {
        lead_person: people.get(booking.lead_person),
        location: locations.get(booking.location),
        flags: booking.flags.map((id) => flags.get(id)),
      };
    }
  }

  server.get('/bookings', answers('BookingPageResponse'), async ({ query, access }) => {
    const { rows, total, exact } = await pageOf(query);
    const today = localDate(new Date(), access.site.timeZone);
    const data = rows.map((row) => toBooking(row, today));
    if (query.include) await expandAll(query.site, data);
    const last = rows.length === 50 ? rows.at(-1) : undefined;
    const next = last && Buffer.from(JSON.stringify(['contract_start', ...last.key_values])).toString('base64url');
    return { data, total, total_exact: exact, limit: 50, skip: Number(query.skip ?? 0), next_cursor: next ?? null };
  });

  const reader = (run) => ({ rows: (text, values) => run('booking', text, values) });
  const detail = async (run, id, access, now) =>
    toDetail(await findBooking(reader(run), access.site.id, id, localDate(now, access.site.timeZone)), access, now);

  server.get('/bookings/:id', answers('BookingDetailResponse'), ({ params, access }) =>
    detail(sql, params.id, access, new Date()),
  );

  server.post('/bookings', answers('BookingDetailResponse'), async ({ body, access, id: requestId }, reply) => {
    const { caller } = access;
    const [id, now] = [newId(), new Date()];
    const stay = [body.lead_person, body.location, body.contract_start, body.contract_end, body.notes ?? null];
    const values = [body.site, id, ...stay, now, caller.userId, newId(), caller.name, requestId];
    const [created] = await sql('create', CREATE, values);
    return created ? detail(sql, id, access, now) : reply.status(409).send({});
  });

  server.post('/bookings/:id/transitions', answers('TransitionResponse'), async (request) => {
    const { params, body, access, id: requestId } = request;
    const { site, caller } = access;
    const client = await sql.pool.connect();
    const run = sql.run(client);
    const now = new Date();
    try {
      await client.query('BEGIN');
      await run('lock', LOCK, [site.id, params.id]);
      const before = await detail(run, params.id, access, now);
      if (!before.allowed_transitions.find(({ type }) => type === body.type).allowed) throw new Error('not allowed');
      const by = [now, caller.userId, caller.name, body.notes ?? null, requestId, localDate(now, site.timeZone)];
      const [transaction] = await run(body.type, MOVES[body.type], [site.id, params.id, newId(), ...by]);
      const booking = await detail(run, params.id, access, now);
      await client.query('COMMIT');
      // Nobody waits.
      return { booking, transaction, waiting: [] };
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  });
}
