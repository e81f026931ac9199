import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const bare = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('ł', 'l'); // prettier-ignore
const german = (text: string): string => text.replaceAll('ü', 'ue').replaceAll('ö', 'oe').replaceAll('ä', 'ae').replaceAll('ø', 'oe'); // prettier-ignore
const BETWEEN = [
  ' ',
  '  ',
  '\u00a0',
  '&nbsp;',
  '&nbsp',
  '&ensp;',
  '&#160;',
  '&#8201;',
  '&#44; ',
  '\n',
  '\t',
  '-',
  '.',
  '_',
  '/',
  ', ',
  ',',
  ' - ',
  '&hairsp;',
  '&numsp;',
  '&emsp13;',
  '&ThinSpace;',
  '&#12288;',
  '&#10;',
  '&NewLine;',
  '&zwj;',
  '&amp;nbsp;',
  ' &ndash; ',
  '&mdash;',
  '&#8209;',
  '%20',
  '=20',
  '<br>',
  '<br />',
  '</td><td>',
];

/** Every way in which staff may write both names of somebody. */
function* spellings(first: string, last: string): Generator<string> {
  for (const spelt of [(text: string) => text, bare, german])
    for (const cased of [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
    ])
      for (const between of BETWEEN) {
        const [one, other] = [cased(spelt(first)), cased(spelt(last))];
        yield `${one}${between}${other}`;
        yield `${other}${between}${one}`;
      }
  yield `${first} Middle ${last}`;
  yield `${first} M. ${last}`;
  yield `${first} Middle Second ${last}`;
  yield `${first} M. S. ${last}`;
  for (const middle of [
    'Anna-Maria',
    '(Zed)',
    '[Zed]',
    'J.R.',
    'J.-P.',
    'Marie\u2011Claire',
    'D’Arcy',
    "D'Arcy",
    'Anna-Maria Luise',
    'Ana (Annie)',
    'van der',
    'Ana Maria de',
    '"Jay"',
    '“Jay”',
    '„Jay“',
    '‚Jay‘',
    '‹Jay›',
    '«Jay»',
    '&quot;Jay&quot;',
    '&#40;Jay&#41;',
    '&ldquo;Jay&rdquo;',
    'Zo&euml;',
    '(née Smith)',
    'née Smith',
    '(geb. Schmidt)',
  ])
    yield `${first} ${middle} ${last}`;
  for (const middle of ['Middle', 'J.', 'J. K.', 'J', 'Anna Maria', '(Zed)']) yield `${last}, ${middle} ${first}`;
  for (const middle of ['Middle', '(Zed)', 'Anna Maria', '“Zed”']) yield `${last} ${middle} ${first}`;
  yield `${last},Middle ${first}`;
  yield `${first} ${last}-Quint`;
  yield `${first} ${last} née Smith`;
  yield `${first}; last name: ${last}`;
  yield `${first}\nNachname: ${last}`;
  yield `<b>${first}</b> <i>x</i> ${last}`;
  for (const initials of ['M. J.', 'M.J.']) {
    yield `${first[0]}. ${initials} ${last}`;
    yield `${last}, ${first[0]}. ${initials}`;
  }
  yield `${first[0]}. ${last}`;
  yield `${first[0]} ${last}`;
  yield `${last}, ${first[0]}.`;
  yield `${first}${last}`;
  yield `${first} ${last}`.normalize('NFD');
  // What nobody sees within the names, and letters of another width.
  for (const hidden of ['\u200b', '\u00ad', '\ufeff'])
    yield [...`${first} ${last}`].join(hidden).replaceAll(`${hidden} ${hidden}`, ' ');
  const wide = (letter: string) => (/[A-Za-z]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter); // prettier-ignore
  yield [...`${first} ${last}`].map(wide).join('');
  yield inPages(`${first} ${last}`);
  yield [...`${first} ${last}`].map((letter) => `&#${letter.codePointAt(0)};`).join('');
  // One of the names beside both.
  yield `${last}; ${first}  ${last}`;
  yield `${first} ${last} ${first}`;
}

/** Every way in which staff may write an id or a number plate. */
const spacings = (parts: string[]): string[] =>
  ['', ' ', '-', ' - ', '.', '\u00a0', '/'].flatMap((between) => [
    parts.join(between),
    parts.join(between).toLowerCase(),
  ]);

const PEOPLE = [
  ['Zoë', 'Müller'],
  ['Anna Maria', 'Rossi'],
  ['Søren', 'Łukasik-Groß'],
  ["D'Arcy", "O'Neill (jr)"],
  ['Андрей', 'Королёв'],
] as const;

/** Letters that ASCII does not have as pages write them. */
const ENTITIES: Record<string, string> = { ë: '&euml;', ü: '&#xFC;', ø: '&oslash;', Ł: '&Lstrok;', ß: '&szlig;' }; // prettier-ignore
const inPages = (text: string): string => text.replace(/[ëüøŁß]/g, (letter) => ENTITIES[letter] ?? letter);

describe('the names of somebody who is erased', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let client: Client;
  let room: string;
  let other: string;
  let day = 0;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    room = await lodge.make.room(site);
    other = await lodge.make.student(site, { first_name: 'Bob', last_name: 'Bailey' });
  });
  afterAll(() => lodge.stop());

  const night = () => new Date(Date.UTC(2031, 0, ++day)).toISOString().slice(0, 10);
  /** Bookings of somebody else with these notes, and what their notes are after the person was erased. */
  async function notesAfterErasing(id: string, notes: string[]): Promise<string[]> {
    const made = await lodge.sql<{ id: string }>(
      `INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to, segment_from, notes, created_at, updated_at)
       SELECT $1, uuidv7(), $2, $3, 'cancelled', $5::date, $5::date + 1, $5::date, $5::date + 1, $5::date, note, now(), now() FROM unnest($4::text[]) WITH ORDINALITY AS n (note, at) ORDER BY at RETURNING id`,
      [site.id, other, room, notes, night()],
    );
    const { status, body } = await client.post(`/students/${site.id}/${id}/erase`);
    expect({ status, body }).toMatchObject({ status: 200 });
    const rows = await lodge.sql<{ notes: string }>('SELECT notes FROM bookings WHERE id = ANY ($1) ORDER BY id', [made.map((each) => each.id)]); // prettier-ignore
    return rows.map((each) => each.notes);
  }
  const somebody = (first_name: string, last_name: string) => lodge.make.student(site, { first_name, last_name });

  test.each(PEOPLE)('%s %s is crossed out in whatever spelling, and the words around it stay', async (first, last) => {
    const written = [...new Set(spellings(first, last))];
    const after = await notesAfterErasing(
      await somebody(first, last),
      written.flatMap((each) => [`Key to ${each}'s flat, 2 of 3`, `${each}\nasked again`]),
    );
    const wrong = written.filter(
      (_, at) => after[2 * at] !== `Key to [erased]'s flat, 2 of 3` || after[2 * at + 1] !== '[erased]\nasked again',
    );
    expect(wrong).toEqual([]);
  });

  test('names of others and words of texts stay', async () => {
    const others = ['Zoë Miller', 'Zoe Muellerin', 'Ann Müller', 'Chloë Müller', 'the Müller family', 'Zoë', 'a big müller', 'B. Müller', 'Zoë and her friend from Müller Street', 'Azoë Müllers', 'Zoë and Paul Müller', 'Zoë, Paul Müller', 'Zoë met Paul M. Müller', 'Zoë Klein\nTom Müller', 'Ask Müller, then Zoë', '<td>Zoë</td><td>Klein</td><td>Bob</td><td>Müller</td>', '<li>Zoë</li><li>Tom Müller</li>', '20% &amp; <b>5</b> =20 &#xD800; &#0; &#999999; &'.repeat(20)]; // prettier-ignore
    expect(await notesAfterErasing(await somebody('Zoë', 'Müller'), others)).toEqual(others);
  });

  test('names without blanks are found between other words', async () => {
    const texts = ['请联系王小明吧', '王 小明', '小明王'];
    expect(await notesAfterErasing(await somebody('小明', '王'), texts)).toEqual([
      '请联系[erased]吧',
      '[erased]',
      '[erased]',
    ]);
  });

  test.each([
    ['AB12 CDE', ['AB', '12', 'CDE']],
    ['ZQBB7781', ['ZQ', 'BB', '7781']],
  ])(
    'the student id and the number plate %s of a booking are crossed out with whatever stands between their parts',
    async (plate, parts) => {
      const id = await lodge.make.student(site, { first_name: 'Ida', last_name: 'Plate', student_id: 'KQ-00123' });
      const stay = { site: site.id, lead_person: id, location: await lodge.make.room(site), contract_start: '2027-01-04', contract_end: '2027-02-04', vehicle_registration: plate }; // prettier-ignore
      const { body: booking } = await client.post('/bookings', stay);
      const cancel = { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' };
      expect((await client.post(`/bookings/${booking._id}/transitions`, cancel)).status).toBe(200);
      const written = [...spacings(['KQ', '00123']), ...spacings(parts)];
      const others = [
        'AB12 CDF',
        'XAB12 CDE',
        'AB12 CDEF',
        'XZQBB7781',
        'ZQBB77812',
        'QBB7781',
        'KQ-001234',
        'KQ-0012',
        'Q-00123',
      ];
      const after = await notesAfterErasing(id, [...written.map((each) => `Car of ${each} in bay 4`), ...others]);
      expect(written.filter((_, at) => after[at] !== 'Car of [erased] in bay 4')).toEqual([]);
      expect(after.slice(written.length)).toEqual(others);
    },
  );

  test.each([
    ['Fia', 'Laohong', { first_name: 'Fia', last_name: 'Laohong' }],
    ['Pia', 'Taoyan', { first_name: 'TAOYAN (Zed)', last_name: 'pia' }],
    ['Mia', 'Ngyuen', { first_name: 'Mia "Jay"', last_name: '"Ngyuen"' }],
    ['Lia', 'Osekre', { first_name: 'L.', last_name: 'Osekre' }],
  ])('a stored response of an import that has %s and %s in two fields is emptied', async (first, last, row) => {
    const id = await somebody(first, last);
    const send = () =>
      client.post(
        `/students/${site.id}/import`,
        { type: 'partial', students: [{ ...row, location: 'Nowhere' }] },
        { 'idempotency-key': first },
      );
    expect((await send()).body.exceptions).toMatchObject([row]);
    await client.post(`/students/${site.id}/${id}/erase`);
    expect(await send()).toMatchObject({ status: 410, body: { code: 'answer_erased' } });
  });

  test('stored responses that name them in another spelling are emptied', async () => {
    const id = await somebody('Jürgen', 'Weiß');
    const stay = { site: site.id, lead_person: other, location: await lodge.make.room(site), contract_start: '2027-01-04', contract_end: '2027-02-04' }; // prettier-ignore
    const send = () =>
      client.post('/bookings', { ...stay, notes: 'was for\nWEISS, Juergen' }, { 'idempotency-key': 'once' });
    expect((await send()).status).toBe(200);
    await client.post(`/students/${site.id}/${id}/erase`);
    expect(await send()).toMatchObject({ status: 410, body: { code: 'answer_erased' } });
    const kept = await lodge.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM booking_transactions WHERE concat(notes, changes) ILIKE '%weiss%'`,
    );
    expect(kept).toEqual([{ n: 0 }]);
  });
});
