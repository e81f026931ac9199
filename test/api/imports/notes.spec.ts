import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

describe('notes and marks that speak against a row', () => {
  const seen = async (cells: object) => {
    const { cells: own } = await desk.pair();
    const row = await desk.look({ ...own, ...cells });
    return [row.state, codes(row)];
  };

  test.each([
    ...['Canx', 'CXL', 'CNX', 'cxld 3/9', 'Storno', 'Stornierung', 'Absage am 1.9.', 'noshow', 'Has been cancelled'],
    ...[
      'student cancelled',
      '03/09: cancelled',
      '1) cancelled',
      'Update: cancelled',
      'ok\ncancelled',
      '<b>cancelled</b>',
    ],
    ...['late arrival; cancelled 2/9', 'Not coming', 'no longer coming', 'kommt nicht', 'Withdrew', 'désistement'],
    ...['rinuncia', 'rezygnacja', 'opgezegd', 'No-show', "won't come", 'liste d’attente'],
    ...['do not import', "Don't import", 'DUPLICATE', 'wait list only', 'on waiting list'],
  ])('a note that says that nobody comes, or that the row is no booking, is asked: %s', async (notes) => {
    expect(await seen({ notes })).toEqual(['needs_decision', ['status_not_imported']]);
  });

  test.each([
    ...['Ground floor, no lift', 'Arrives late', 'needs ramp', 'Allergic to nuts; vegan', 'Parcel refused by porter'],
    ...['avoid corner rooms', 'Planta baja', 'kommt später', `${'Likes the sea. '.repeat(20)}The flight was cancelled`],
    ...[
      'Vegetarian',
      'no nuts please',
      'quiet room if possible',
      'needs a fridge for insulin',
      'brings a bike',
      'Allergie: Nüsse',
      'vegan, keine Milch',
    ],
    ...[
      'arrives at 18:00',
      'late at night, around 23.30',
      'key at reception',
      'sin gluten',
      'pas de gluten',
      '2 suitcases',
      'Really looking forward',
      'needs 24/7 access',
    ],
    ...[
      'arrives 18/09/2027',
      'arrival 18.09.',
      'leaves June 30',
      'friend is in the same building',
      'Arrives with parents',
      'bez laktozy',
      'nie je mięsa',
      'dim cig',
    ],
    ...['AY 27/28', '2027/28', '27-28', '07700 900123', '+44 7700 900123', '(020) 7946 0018', 'Gym 2'],
    ...['conf', 'check in at noon', 'check the radiator', 'moves in September'],
  ])('other notes are notes: %s', async (notes) => {
    expect(await seen({ notes })).toEqual(['ready', []]);
  });

  test.each([
    ...[
      'actually arrives a week later',
      'arrival should be the 20th',
      'swap with Anna',
      'moved to the other house',
      'only until Christmas',
      'name is really Jon',
    ],
    ...[
      'arrival and departure swapped',
      'dates in US format',
      'not a booking',
      'test entry',
      'superseded',
      'deferred',
      'rolled over',
      'visa refused',
      'contract not signed',
    ],
    ...[
      'lapsed',
      'expelled',
      'deceased',
      'WL',
      'n/s',
      'DNS',
      'lista rezerwowa',
      'aufgehoben',
      'ha renunciado',
      'dado de baja',
      'vervallen',
      'lijst d’attente',
    ],
    ...[
      'Vertrag nicht unterschrieben',
      'Zimmer noch offen',
      'kommt doch erst 2028, Anreise falsch',
      'contrat non signé',
      'arrivée reportée',
      'chambre à modifier',
      'la fecha está equivocada',
    ],
    ...[
      'data di arrivo sbagliata',
      'kamer niet bevestigd',
      'o contrato não foi assinado',
      'umowa niepodpisana, pokój do zmiany',
      'nem jön',
      'lemondta',
      'zrušeno',
      'room?',
      '?',
    ],
    ...[
      'checked in',
      'left early',
      'arrived already, moved in',
      'on hold',
      'comes on 28/11',
      ...['2028/29', 'AY 26/27', '27/29', '18092027', '12345678', 'x'],
      ...[
        'prov',
        'tent',
        'cance',
        'Check dates',
        'check the room',
        'moves out in Dec',
        'leaves end of Jan, key in Feb',
        'im März',
      ],
      'from 2027-10-01',
      'arrival 3 October',
      'until Oct 3rd',
      '20.09.2027',
    ],
  ])('a note that takes back, corrects or doubts the stay is asked: %s', async (notes) => {
    const [state, found] = await seen({ notes });
    expect([state, (found as string[]).length > 0]).toEqual(['needs_decision', true]);
  });

  test.each([
    ...[
      '"',
      '〃',
      '-"-',
      '↑',
      '^',
      '=',
      '..',
      '*',
      '†',
      '§',
      '(1)',
      'a)',
      '¹',
      '!',
      '305',
      '25-9',
      'do.',
      'idem',
      'id',
      'dto.',
      's. o.',
      'CX',
      'cx',
      'n.s.',
      'W/D',
      'wd',
      'del',
      'prov.',
      'opt',
      'ten',
      'conf?',
      'WL3',
      'X',
      'T1 only',
      '6m',
      '3 mths',
      'KW 39',
      'ab 25.',
      'rm 305',
      'w/ Oliver',
    ],
    ...[
      'same',
      'wie oben',
      'gleich',
      'same here',
      'also',
      'likewise',
      'this one too',
      'both',
      'these two',
      'see previous',
      'see 1',
      'like above',
      'siehe Vorzeile',
      'same reason',
      'jak wyżej',
    ],
    ...[
      'gestrichen',
      'ausgetragen',
      'nie gekommen',
      'se fue',
      'moved',
      'moved on',
      'until Easter',
      'til xmas',
      'ab Ostern',
      'first half',
      'half',
      'Sem 1',
      'from week 3',
      'bis 10.',
    ],
  ])(
    'a note that is a mark, an abbreviation, a part of a year or only points at other rows is asked: %s',
    async (notes) => {
      expect(await seen({ notes })).toEqual(['needs_decision', ['contradicting_cells']]);
    },
  );

  test.each([
    'vegan',
    'Half board',
    'VIP',
    'wheelchair user',
    'TV broken',
    'No lift',
    'St. Mary',
    'PhD',
    '2 bags',
    'Nut allergy',
    'by the window',
    'n/a',
    'Halal',
    'Ground floor.',
  ])('a short note of another kind is a note: %s', async (notes) => {
    expect(await seen({ notes })).toEqual(['ready', []]);
  });

  test('a note that denies the room of the row, or names another room or person in short, is asked', async () => {
    const tag = Math.random().toString(36).slice(2).replace(/\d/g, '');
    const [own, other] = [`Q7310`, `Q7311`];
    for (const code of [own, other]) await lodge.make.room(desk.site, { code });
    const { cells } = await desk.pair({ first_name: 'Ingrid', last_name: `Blackwood${tag}` });
    await desk.pair({ first_name: 'Tarquin', last_name: `Quill${tag}` });
    const look = async (notes: string) => [notes, (await desk.look({ ...cells, room: own, notes })).state];
    for (const notes of [
      `not ${own}`,
      `${own}/${other}`,
      'Room 7311',
      'Zimmer 7311',
      'Room 7399',
      `with Quill${tag}`,
      `T. Quill${tag}`,
      `Quill${tag}`,
      `actually Quill${tag}`,
      'mit Tarquin',
    ])
      // prettier-ignore
      expect(await look(notes)).toEqual([notes, 'needs_decision']);
    for (const notes of ['Room 7310', `${own} by the window`, `Mrs Blackwood${tag} called`, 'With parents'])
      expect(await look(notes)).toEqual([notes, 'ready']);
    // Somebody of another row, who is not in the site.
    const stranger = { ...cells, student_id: 'NEW-Z', first_name: 'Zebedee', last_name: `Zorn${tag}`, room: other };
    const { body } = await desk.preview({ ...cells, room: own, notes: `with Zorn${tag}` }, stranger);
    expect(codes(body.rows[0])).toContain('contradicting_cells');
  });

  test('a note with another room or another person is asked, and with those of the row it is not', async () => {
    const named = (first_name: string) => ({
      first_name,
      last_name: 'Notesworth',
      email: `${first_name}@notes.example`,
    });
    const [one, other] = [await desk.pair(named('Ingrid')), await desk.pair(named('Sverre'))];
    const look = async (notes: string) => (await desk.look({ ...one.cells, notes })).state as string;
    const [{ code }] = [{ code: String(other.cells.room) }];
    for (const notes of [
      code,
      `prefers ${code}`,
      `(${code})`,
      'with Sverre Notesworth',
      String(other.cells.student_id),
      'sverre@notes.example',
      'NOTESWORTH SVERRE',
    ])
      // prettier-ignore
      expect([notes, await look(notes)]).toEqual([notes, 'needs_decision']);
    for (const notes of [
      `bed by the window of ${String(one.cells.room)}`,
      'Ingrid Notesworth is vegan',
      String(one.cells.student_id),
      'ingrid@notes.example',
      'Near the Kitchen Garden',
    ])
      // prettier-ignore
      expect([notes, await look(notes)]).toEqual([notes, 'ready']);
    // Somebody whom only another row names counts, too.
    const { body } = await desk.preview({ ...one.cells, notes: 'with Zebulon Quatermass' }, { ...other.cells, student_id: 'NEW-1', first_name: 'Zebulon', last_name: 'Quatermass' }); // prettier-ignore
    expect(codes(body.rows[0])).toContain('contradicting_cells');
    const accepted = await desk.commit([{ ...one.cells, notes: 'swap with Anna' }], [{ row_index: 0, action: 'create', accept: ['contradicting_cells'] }]); // prettier-ignore
    expect(accepted.body.summary).toMatchObject({ created: 1 });
  });

  describe('a stay that began earlier, of which no cell says whether somebody is there', () => {
    const PAST = { contract_start: '2026-09-19', contract_end: '2028-06-30' };
    const past = async (cells: object) => (await seen({ ...PAST, ...cells })) as [string, string[]];

    test.each([
      'has not arrived yet',
      'arriving late on 28/11',
      'noch nicht da',
      'already left',
      'pas encore là',
      'todavía no',
      'flight delayed',
      'kommt später',
      'jeszcze nie',
    ])('is asked when the notes are about that: %s', async (notes) => {
      // prettier-ignore
      expect((await past({ notes }))[1]).not.toEqual([]);
      expect((await past({ notes, status: 'checked in' }))[0] === 'ready').toBe(notes === 'kommt später' || notes === 'flight delayed'); // prettier-ignore
    });

    test('is not asked without notes, or when these are about something else', async () => {
      for (const notes of ['', 'vegetarian', 'Ground floor, no lift'])
        expect(await past({ notes })).toEqual(['ready', []]);
    });

    test('is asked when other rows of the file have a status', async () => {
      const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
      const rows = [{ ...one.cells, ...PAST, status: 'checked in' }, { ...two.cells, ...PAST, status: '' }, { ...three.cells, status: '' }]; // prettier-ignore
      const { body } = await desk.preview(...rows);
      expect(body.rows.map(codes)).toEqual([[], ['status_unknown'], []]);
      const decided = await desk.commit(rows.slice(0, 2), [{ row_index: 1, action: 'create', status: 'confirmed' }]);
      expect(decided.body.summary).toMatchObject({ created: 2 });
    });
  });

  test.each(['none', 'No', 'n/a', '-', '--', 'keine', 'No car', 'kein Auto'])(
    '"%s" is no number plate: the booking has none',
    async (plate) => {
      const { cells } = await desk.pair();
      const row = await desk.look({ ...cells, vehicle_registration: plate });
      expect([row.state, row.normalized.vehicle_registration]).toEqual(['ready', null]);
    },
  );

  test.each(['?', 'TBC', 'yes', 'pending', 'unknown', '...?'])(
    '"%s" as a number plate is a question',
    async (plate) => {
      expect(await seen({ vehicle_registration: plate })).toEqual(['needs_decision', ['doubtful_value']]);
    },
  );

  test.each(['Departure?', 'Contract end (?)', 'Notes?', 'Contract end？'])(
    'a header with a question mark is not read as the one without it: %s',
    async (header) => {
      const { cells } = await desk.pair();
      const { contract_end: end, ...others } = cells;
      const row = await desk.look({ ...others, [header]: end });
      expect([row.state, codes(row)]).toEqual(['needs_decision', ['unread_column']]);
    },
  );

  test('somebody whose id or email is that of nobody, or of somebody else, is asked, though name and the other cell agree', async () => {
    const person = { first_name: 'Emma', last_name: 'Brown', email: `${Math.random()}@x.example` };
    const { cells, student } = await desk.pair(person);
    const other = await desk.pair({ first_name: 'Olga', last_name: 'Green', email: `${Math.random()}@x.example` });
    const { student_id: id } = cells;
    const ids = [
      other.cells.student_id,
      `${other.cells.student_id}.0`,
      `${id}A`,
      'cancelled',
      `${id}/${other.cells.student_id}`,
    ];
    for (const student_id of ids) {
      const row = await desk.look({ ...cells, ...person, student_id });
      expect([student_id, row.state]).toEqual([student_id, 'needs_decision']);
      expect(row.person.candidates.map(({ _id }: { _id: string }) => _id)).toContain(student);
    }
    for (const email of ['nobody@x.example', `0${person.email}`]) {
      const row = await desk.look({ ...cells, ...person, email });
      expect([email, row.state, codes(row)]).toEqual([email, 'needs_decision', ['person_possible_match']]);
    }
    expect((await desk.look({ ...cells, ...person })).state).toBe('ready');
  });
});
