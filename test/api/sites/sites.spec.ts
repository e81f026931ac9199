import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp, { type SharpOptions } from 'sharp';
import { SitesService } from '#libs/sites/sites.service';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

const CODES = [
  'contract_not_signed',
  'data_entry_error',
  'deferred_entry',
  'disciplinary',
  'duplicate',
  'no_arrival',
  'other',
  'payment_failed',
  'requested_by_student',
  'room_change',
  'room_unavailable',
  'student_withdrew',
  'superseded',
  'visa_refused',
];

describe('/sites', () => {
  let lodge: Lodge;
  let owner: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
  });
  afterAll(() => lodge.stop());

  const create = async (more = {}) => {
    const answer = await owner.post('/sites', { name: 'Castle Wharf', time_zone: 'Europe/London', ...more });
    expect(answer.status).toBe(200);
    return answer.body as { _id: string; version: number };
  };
  const memberOf = async (siteId: string, role: 'viewer' | 'manager' | 'admin') =>
    lodge.logIn((await lodge.make.user({ roles: { [siteId]: role } })).email);
  const names = async (path: string, field = 'name') =>
    ((await owner.get(path)).body as Record<string, string>[]).map((each) => each[field]);

  test.each(['PST', 'IST'])('the abbreviation %s is no zone: no day could be told in it', async (time_zone) => {
    const refused = { status: 400, body: { errors: [{ pointer: '/time_zone' }] } };
    expect(await owner.post('/sites', { name: 'Abbreviated', time_zone })).toMatchObject(refused);
    const { _id } = await create();
    expect(await owner.patch(`/sites/${_id}`, { time_zone })).toMatchObject(refused);
    expect((await owner.get(`/bookings?site=${_id}`)).status).toBe(200);
  });

  describe('POST', () => {
    test('returns the site with the defaults of everything left out', async () => {
      const answer = await owner.post('/sites', { name: '  Castle Wharf ', time_zone: 'Europe/London' });
      expect(answer.headers.etag).toBe('"1"');
      expect(answer.body).toEqual({
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Castle Wharf',
        time_zone: 'Europe/London',
        date_order: null,
        settings: {
          early_check_in_days: 0,
          history_window_days: 7,
          correction_minutes: 30,
          require_confirmed_for_check_in: true,
          event_retention_days: 400,
          retention_years: null,
          evacuation_flags: [],
        },
        business_hours: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
          day,
          from: '09:00',
          to: '17:00',
        })),
        holidays: [],
        address: null,
        phone: null,
        email: null,
        colour: null,
        language: null,
        logo: null,
        version: 1,
        created_at: NOW,
        updated_at: NOW,
      });
    });

    test('keeps everything that was sent', async () => {
      const sent = {
        name: 'Harbour View',
        time_zone: 'America/Halifax',
        date_order: 'mdy',
        settings: {
          early_check_in_days: 2,
          history_window_days: 30,
          correction_minutes: 30,
          require_confirmed_for_check_in: false,
          retention_years: null,
        },
        business_hours: [
          { day: 'monday', from: '09:00', to: '12:30' },
          { day: 'monday', from: '12:30', to: '24:00' },
          { day: 'sunday', from: '00:00', to: '24:00' },
        ],
        address: '5 Wharf Street\nHalifax',
        phone: '+1 902 555 0100',
        email: 'office@harbour.example',
        colour: '#0E7490',
      };
      const { _id } = await create(sent);
      expect((await owner.get(`/sites/${_id}`)).body).toMatchObject(sent);
    });

    test('gives the site its cancellation codes, welfare states and categories, and no flags', async () => {
      const { _id } = await create();
      expect((await names(`/sites/${_id}/cancellation-codes`, 'code')).sort()).toEqual(CODES);
      expect(await names(`/sites/${_id}/cancellation-codes`)).toContain('Student withdrew');
      expect(await names(`/sites/${_id}/welfare-states`)).toEqual(['action_required', 'monitor', 'resolved']);
      expect(await names(`/sites/${_id}/flags`)).toEqual([]);
      expect(await names(`/sites/${_id}/categories`)).toEqual(['Emergency', 'Routine', 'Urgent']);
    });

    test.each([
      ['usual hours', {}, { hours: 40, minutes: 0 }, true],
      ['long Saturdays only', [{ day: 'saturday', from: '06:00', to: '21:20' }], { hours: 76, minutes: 40 }, true],
      ['no hours', [], { hours: 168, minutes: 0 }, false],
    ])(
      'covers its categories: 24 hours, 5 working days (with %s), 28 days',
      async (_name, hours, urgent, hoursOnly) => {
        const { _id } = await create(Array.isArray(hours) ? { business_hours: hours } : {});
        const categories = (await owner.get(`/sites/${_id}/categories`)).body as { _id: string; name: string }[];
        const id = (name: string) => categories.find((category) => category.name === name)?._id;
        const resolution = (time: object, business_hours_only = false) => ({
          first_response: null,
          resolution: time,
          escalation: null,
          business_hours_only,
        });
        expect((await owner.get(`/sla-policies/${_id}`)).body).toMatchObject([
          {
            name: 'Emergency: 24 hours',
            category_ids: [id('Emergency')],
            enabled: true,
            targets: resolution({ hours: 24, minutes: 0 }),
          },
          { name: 'Routine: 28 days', category_ids: [id('Routine')], targets: resolution({ hours: 672, minutes: 0 }) },
          { name: 'Urgent: 5 working days', category_ids: [id('Urgent')], targets: resolution(urgent, hoursOnly) },
        ]);
      },
    );

    test('is for the owner only', async () => {
      const { _id } = await create();
      const admin = await memberOf(_id, 'admin');
      expect(await admin.post('/sites', { name: 'Mine', time_zone: 'Europe/London' })).toMatchObject({
        status: 403,
        body: { code: 'forbidden', required_permission: 'owner' },
      });
    });

    test.each(['Europe/Atlantis', 'London', '+01:00', '', 'Europe/London; DROP'])(
      'refuses the time zone %j',
      async (time_zone) => {
        expect(await owner.post('/sites', { name: 'Nowhere', time_zone })).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', errors: [{ pointer: '/time_zone', code: 'time_zone' }] },
        });
      },
    );

    test('points at every faulty opening at once', async () => {
      const business_hours = [
        { day: 'monday', from: '09:00', to: '17:00' },
        { day: 'monday', from: '16:59', to: '18:00' },
        { day: 'tuesday', from: '16:00', to: '18:00' },
        { day: 'tuesday', from: '12:00', to: '12:00' },
        { day: 'friday', from: '24:00', to: '24:00' },
      ];
      const answer = await owner.post('/sites', { name: 'Never open', time_zone: 'Europe/London', business_hours });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(answer.body.errors.map((each: { pointer: string }) => each.pointer)).toEqual([
        '/business_hours/1',
        '/business_hours/3',
        '/business_hours/4',
      ]);
    });

    test.each([
      [{ day: 'Monday', from: '09:00', to: '17:00' }, '/business_hours/0/day'],
      [{ day: 'monday', from: '9:00', to: '17:00' }, '/business_hours/0/from'],
      [{ day: 'monday', from: '09:00', to: '24:01' }, '/business_hours/0/to'],
      [{ day: 'monday', from: '09:00', to: '17:00', lunch: true }, '/business_hours/0/lunch'],
    ])('refuses the opening %j', async (opening, pointer) => {
      const answer = await owner.post('/sites', { name: 'A', time_zone: 'Europe/London', business_hours: [opening] });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    });

    test('a site that could not be made whole is not made at all', async () => {
      await lodge.sql(`ALTER TABLE welfare_states ADD CONSTRAINT broken CHECK (name <> 'resolved') NOT VALID`);
      const answer = await owner.post('/sites', { name: 'Half a site', time_zone: 'Europe/London' });
      await lodge.sql('ALTER TABLE welfare_states DROP CONSTRAINT broken');
      expect(answer.status).toBe(500);
      expect(await lodge.sql('SELECT FROM sites WHERE name = $1', ['Half a site'])).toEqual([]);
    });

    test('the operator makes one without a caller; the trail says that the system did', async () => {
      const sites = lodge.instance.app.get(SitesService, { strict: false });
      const { _id } = await sites.create({ name: 'From the terminal', time_zone: 'Europe/London' });
      const trail = await lodge.sql('SELECT action, actor_type, actor_id FROM audit_events WHERE site_id = $1', [_id]);
      expect(trail).toEqual([{ action: 'site.created', actor_type: 'system', actor_id: null }]);
    });
  });

  describe('GET', () => {
    test('lists the own sites by name, and all of them for the owner', async () => {
      const [ten, two, foreign] = [await create({ name: 'yard 10' }), await create({ name: 'Yard 2' }), await create()];
      const user = await lodge.make.user({ roles: { [ten._id]: 'viewer', [two._id]: 'admin' } });
      const member = await lodge.logIn(user.email);
      expect((await member.get('/sites')).body).toMatchObject([{ name: 'Yard 2' }, { name: 'yard 10' }]);
      const all = ((await owner.get('/sites')).body as { _id: string }[]).map(({ _id }) => _id);
      expect(all).toEqual(expect.arrayContaining([ten._id, two._id, foreign._id]));
    });

    test('is empty for a user without a site, and needs a session', async () => {
      const nobody = await lodge.logIn((await lodge.make.user()).email);
      expect(await nobody.get('/sites')).toMatchObject({ status: 200, body: [] });
      expect((await lodge.call('GET', '/sites')).status).toBe(401);
    });

    test('does not know a site of others, an unknown one or nonsense', async () => {
      const [mine, other] = [await create(), await create()];
      const viewer = await memberOf(mine._id, 'viewer');
      expect((await viewer.get(`/sites/${mine._id}`)).status).toBe(200);
      for (const id of [other._id, '01999999-9999-7999-9999-999999999999', 'nonsense'])
        expect(await viewer.get(`/sites/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  });

  describe('the letterhead', () => {
    const image = async (format: 'png' | 'jpeg' | 'webp' | 'gif', width = 900, height = 90) => {
      const drawn = sharp({ create: { width, height, channels: 3, background: '#0e7490' } });
      return (await drawn.toFormat(format).toBuffer()).toString('base64');
    };

    test.each(['png', 'jpeg', 'webp'] as const)(
      'takes a logo as %s and returns it as PNG that fits',
      async (format) => {
        const { _id } = await create();
        const { status, body, headers } = await owner.put(`/sites/${_id}/logo`, { image: await image(format) });
        expect([status, headers.etag, body.version]).toEqual([200, '"2"', 2]);
        expect(body.logo).toMatch(/^[0-9a-f-]{36}$/);
        const logo = await lodge.instance.app.inject({ url: `/sites/${_id}/logo`, headers: { cookie: owner.cookie } });
        expect(logo.headers['content-type']).toBe('image/png');
        expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 708, height: 71 });
        expect((await owner.delete(`/sites/${_id}/logo`)).body).toMatchObject({ logo: null, version: 3 });
        expect((await owner.delete(`/sites/${_id}/logo`)).body).toMatchObject({ logo: null, version: 3 });
        expect((await owner.get(`/sites/${_id}/logo`)).status).toBe(404);
      },
    );

    test('refuses what is no picture, and pictures that would cost too much', async () => {
      const { _id } = await create();
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      const broken = Buffer.concat([Buffer.from(await image('png'), 'base64').subarray(0, 40), Buffer.alloc(40)]);
      const noise = { create: { width: 700, height: 236, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 90 } } }; // prettier-ignore
      const detailed = await sharp(noise as SharpOptions)
        .resize(708)
        .jpeg()
        .toBuffer();
      const bad = [svg, broken, Buffer.from('nothing'), Buffer.from(await image('gif'), 'base64')].map((each) =>
        each.toString('base64'),
      );
      for (const each of [...bad, '%%%', await image('webp', 7_000, 6_000)])
        expect(await owner.put(`/sites/${_id}/logo`, { image: each })).toMatchObject({
          status: 422,
          body: { code: 'invalid_image' },
        });
      expect([200, 422]).toContain(
        (await owner.put(`/sites/${_id}/logo`, { image: detailed.toString('base64') })).status,
      );
    });

    test('of logos given at once one stays whole, each has its version, and a stale version is refused', async () => {
      const { _id } = await create();
      const images = await Promise.all([100, 200, 300, 400].map((width) => image('png', width, 50)));
      const answers = await Promise.all(
        images.map((each, n) =>
          owner.on(lodge.instances[n % 2] ?? lodge.instance).put(`/sites/${_id}/logo`, { image: each }),
        ),
      );
      expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5]);
      const last = answers.find(({ body }) => body.version === 5)?.body.logo;
      expect((await owner.get(`/sites/${_id}`)).body).toMatchObject({ logo: last, version: 5 });
      const stale = await owner.put(`/sites/${_id}/logo`, { image: images[0] }, { 'if-match': '"4"' });
      expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
      const trail = await lodge.sql(
        `SELECT changes FROM audit_events WHERE subject_id = $1 AND action = 'site.changed'`,
        [_id],
      );
      expect(trail).toHaveLength(4);
    });

    test('changes address and telephone by what is sent, and writes it down', async () => {
      const { _id } = await create({ address: '1 Kings Road', phone: '+44 20 7946 0000' });
      const answer = await owner.patch(`/sites/${_id}`, { phone: null, colour: '#1f4e79' });
      expect(answer.body).toMatchObject({ address: '1 Kings Road', phone: null, colour: '#1f4e79' });
      const [written] = await lodge.sql(
        `SELECT changes FROM audit_events WHERE subject_id = $1 AND action = 'site.changed'`,
        [_id],
      );
      expect(written).toEqual({
        changes: [
          { field: 'phone', from: '+44 20 7946 0000', to: null },
          { field: 'colour', from: null, to: '#1f4e79' },
        ],
      });
      for (const [field, value] of Object.entries({ colour: 'red', email: 'office', phone: 'a\nb', address: '' }))
        expect(await owner.patch(`/sites/${_id}`, { [field]: value })).toMatchObject({
          status: 400,
          body: { errors: [{ pointer: `/${field}` }] },
        });
    });
  });

  describe('PATCH', () => {
    test('changes what is sent, and of the settings only the given ones', async () => {
      const { _id } = await create({ date_order: 'dmy', settings: { history_window_days: 30 } });
      lodge.clock.set('2026-11-21T12:05:00.000Z');
      const answer = await owner.patch(`/sites/${_id}`, { settings: { early_check_in_days: 3 }, date_order: null });
      lodge.clock.set(NOW);
      expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } });
      expect(answer.body).toMatchObject({
        name: 'Castle Wharf',
        date_order: null,
        settings: {
          early_check_in_days: 3,
          history_window_days: 30,
          correction_minutes: 30,
          require_confirmed_for_check_in: true,
          retention_years: null,
        },
        created_at: NOW,
        updated_at: '2026-11-21T12:05:00.000Z',
      });
    });

    test('keeps the holidays by date, each once, and replaces them', async () => {
      const { _id } = await create({ holidays: [{ date: '2026-12-25', name: ' Christmas Day ' }] });
      expect((await owner.get(`/sites/${_id}`)).body.holidays).toEqual([{ date: '2026-12-25', name: 'Christmas Day' }]);
      const sent = [{ date: '2028-02-29' }, { date: '2026-12-31T23:30:00-05:00', name: null }];
      const { body } = await owner.patch(`/sites/${_id}`, { holidays: sent });
      expect(body.holidays).toEqual([
        { date: '2027-01-01', name: null },
        { date: '2028-02-29', name: null },
      ]);
      expect((await owner.patch(`/sites/${_id}`, { holidays: [...body.holidays].reverse() })).body.version).toBe(2);
    });

    test('a date that a new time zone reads otherwise is read in the new one', async () => {
      const { _id } = await create();
      const change = { time_zone: 'Pacific/Auckland', holidays: [{ date: '2026-12-24T12:00:00Z' }] };
      expect((await owner.patch(`/sites/${_id}`, change)).body.holidays).toEqual([{ date: '2026-12-25', name: null }]);
    });

    test.each([
      [[{ date: '2026-02-29' }], '/holidays/0/date'],
      [[{ date: '25 December' }], '/holidays/0/date'],
      [[{ name: 'Some day' }], '/holidays/0/date'],
      [[{ date: '2026-12-25', name: '' }], '/holidays/0/name'],
      [[{ date: '2026-12-25' }, { date: '2026-12-26' }, { date: '2026-12-25', name: 'Again' }], '/holidays/2'],
      [[{ date: '2026-12-25' }, { date: '2026-12-25T10:00:00Z' }], '/holidays/1'],
      [null, '/holidays'],
    ])('refuses the holidays %j', async (holidays, pointer) => {
      const { _id } = await create();
      const answer = await owner.patch(`/sites/${_id}`, { holidays });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer }] } });
    });

    describe('when an SLA policy counts business hours', () => {
      const counting = async () => {
        // Made without hours, so that its own first policies need none.
        const { _id } = await create({ business_hours: [] });
        await owner.patch(`/sites/${_id}`, { business_hours: [{ day: 'monday', from: '09:00', to: '17:00' }] });
        const { body: category } = await owner.post(`/sites/${_id}/categories`, { name: 'Lifts', colour: '#0E7490' });
        const policy = { name: 'Lifts', category_ids: [category._id], targets: { business_hours_only: true } };
        const { body } = await owner.post(`/sla-policies/${_id}`, policy);
        return { site: `/sites/${_id}`, policy: `/sla-policies/${_id}/${body._id}`, policyId: body._id };
      };

      test('the week cannot be emptied; it can once no enabled policy needs it', async () => {
        const { site, policy, policyId } = await counting();
        expect(await owner.patch(site, { business_hours: [], name: 'Closed' })).toMatchObject({
          status: 422,
          body: {
            code: 'business_hours_required',
            policies: [{ policy_id: policyId, policy_name: 'Lifts' }],
            errors: [{ pointer: '/business_hours' }],
          },
        });
        expect((await owner.get(site)).body.name).toBe('Castle Wharf');
        expect((await owner.patch(site, { name: 'Closed' })).status).toBe(200);
        expect((await owner.put(policy, { enabled: false })).status).toBe(200);
        expect((await owner.patch(site, { business_hours: [] })).status).toBe(200);
      });

      test('emptied and needed at the same moment, exactly one of the two happens', async () => {
        for (let round = 0; round < 15; round++) {
          const { site, policy } = await counting();
          await owner.put(policy, { enabled: false });
          const [emptied, enabled] = await Promise.all([
            owner.patch(site, { business_hours: [] }),
            owner.on(lodge.instances[1] ?? lodge.instance).put(policy, { enabled: true }),
          ]);
          expect([
            [200, 422],
            [422, 200],
          ]).toContainEqual([emptied.status, enabled.status]);
        }
      });
    });

    test('is written down: who changed what, from what to what', async () => {
      const { _id } = await create({ settings: { history_window_days: 30 } });
      const admin = await lodge.make.user({ roles: { [_id]: 'admin' } });
      const change = { time_zone: 'Asia/Tokyo', name: 'Castle Wharf', settings: { history_window_days: 3650 } };
      expect((await (await lodge.logIn(admin.email)).patch(`/sites/${_id}`, change)).status).toBe(200);
      const rows = await lodge.sql(
        `SELECT site_id, actor_id, changes FROM audit_events WHERE subject_id = $1 AND action = 'site.changed'`,
        [_id],
      );
      const changes = [
        { field: 'time_zone', from: 'Europe/London', to: 'Asia/Tokyo' },
        { field: 'settings/history_window_days', from: 30, to: 3650 },
      ];
      expect(rows).toEqual([{ site_id: _id, actor_id: admin.id, changes }]);
    });

    test('writes nothing when nothing changes', async () => {
      const hours = [{ day: 'monday', from: '09:00', to: '17:00' }];
      const { _id } = await create({ business_hours: hours });
      expect((await owner.patch(`/sites/${_id}`, {})).body.version).toBe(1);
      const same = { name: 'Castle Wharf', business_hours: hours, settings: { early_check_in_days: 0 } };
      expect((await owner.patch(`/sites/${_id}`, same)).body.version).toBe(1);
      const others = [{ day: 'friday', from: '09:00', to: '17:00' }];
      expect((await owner.patch(`/sites/${_id}`, { business_hours: others })).body).toMatchObject({
        version: 2,
        business_hours: others,
      });
      const trail = 'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY id';
      expect(await lodge.sql(trail, [_id])).toEqual([{ action: 'site.created' }, { action: 'site.changed' }]);
    });

    test.each([
      [{ name: null }, '/name'],
      [{ name: ' ' }, '/name'],
      [{ time_zone: 'Mars/Olympus' }, '/time_zone'],
      [{ date_order: 'ydm' }, '/date_order'],
      [{ settings: { early_check_in_days: -1 } }, '/settings/early_check_in_days'],
      [{ settings: { history_window_days: 1.5 } }, '/settings/history_window_days'],
      [{ settings: { require_confirmed_for_check_in: 'yes' } }, '/settings/require_confirmed_for_check_in'],
      [{ settings: { colour: 'red' } }, '/settings/colour'],
      [{ settings: null }, '/settings'],
      [{ business_hours: [{ day: 'monday', from: '10:00', to: '09:00' }] }, '/business_hours/0'],
      [{ version: 7 }, '/version'],
    ])('answers 400 and points at the fault of %j', async (body, pointer) => {
      const { _id } = await create();
      expect(await owner.patch(`/sites/${_id}`, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
      expect((await owner.get(`/sites/${_id}`)).body.version).toBe(1);
    });

    test('is for administrators; others are refused, strangers find nothing', async () => {
      const [mine, other] = [await create(), await create()];
      const [manager, admin] = [await memberOf(mine._id, 'manager'), await memberOf(mine._id, 'admin')];
      expect(await manager.patch(`/sites/${mine._id}`, { name: 'Ours' })).toMatchObject({
        status: 403,
        body: { required_permission: 'site.write' },
      });
      expect((await admin.patch(`/sites/${mine._id}`, { name: 'Ours' })).body.name).toBe('Ours');
      expect((await admin.patch(`/sites/${other._id}`, { name: 'Ours' })).status).toBe(404);
    });

    test('of thirty changes of one version exactly one is made', async () => {
      const { _id } = await create();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          owner
            .on(lodge.instances[index % 2] ?? lodge.instance)
            .patch(`/sites/${_id}`, { name: `Name ${index}` }, { 'if-match': '"1"' }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(412)]);
      const winner = answers.find(({ status }) => status === 200);
      expect((await owner.get(`/sites/${_id}`)).body).toEqual(winner?.body);
    });

    test('changes of different settings at the same moment all stay', async () => {
      const { _id } = await create();
      const changes = [
        { settings: { early_check_in_days: 5 } },
        { settings: { history_window_days: 9 } },
        { settings: { require_confirmed_for_check_in: false } },
        { date_order: 'ymd' },
        { time_zone: 'Europe/Lisbon' },
        { name: 'All of it' },
      ];
      const answers = await Promise.all(
        changes.map((change, index) =>
          owner.on(lodge.instances[index % 2] ?? lodge.instance).patch(`/sites/${_id}`, change),
        ),
      );
      expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
      expect((await owner.get(`/sites/${_id}`)).body).toMatchObject({
        name: 'All of it',
        time_zone: 'Europe/Lisbon',
        date_order: 'ymd',
        settings: {
          early_check_in_days: 5,
          history_window_days: 9,
          correction_minutes: 30,
          require_confirmed_for_check_in: false,
          retention_years: null,
        },
      });
    });
  });
});
