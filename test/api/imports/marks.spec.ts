import { expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

const crossedOut = (text: string) => text.replace(/(?=.)/gu, '\u0336');

test.each([
  ...[
    'confirmed ❌',
    'confirmed ✗',
    '🚫 booked',
    'confirmed?',
    '(confirmed)',
    "'confirmed'",
    '- confirmed',
    'confirmed...',
  ],
  ...['confirmed / cancelled', 'confirmed\u20e0', crossedOut('confirmed')],
])('a status with a mark is asked, not read without it: %s', async (status) => {
  const { cells } = await desk.pair();
  const row = await desk.look({ ...cells, status });
  expect([row.state, codes(row)]).toEqual(['needs_decision', ['status_unknown']]);
});

test.each(['Reserve', 'RESERVE.', 'arrive'])(
  'a word that is French with its accent, and English without it, is asked: %s',
  async (status) => {
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, status });
    expect([row.state, codes(row)]).toEqual(['needs_decision', ['status_unknown']]);
    expect((await desk.look({ ...cells, status: 'Réservé' })).state).toBe('ready');
    expect((await desk.look({ ...cells, status: 'reservé' })).state).toBe('ready');
  },
);

test.each([...['❌ cancelled', '✗', '[CANCELLED] by phone', '**cancelled**']])(
  'notes that begin with a mark and say that a stay was called off are asked: %s',
  async (notes) => {
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, notes });
    expect([row.state, codes(row)]).toEqual(['needs_decision', ['status_not_imported']]);
  },
);

test('a room with a mark is asked, and the room is offered', async () => {
  const { room, cells } = await desk.pair();
  const write = [(code: string) => `${code} ❌`, (code: string) => `-${code}`, (code: string) => `• ${code}`, (code: string) => `'${code}'`, (code: string) => `${code}′`, (code: string) => `${code},`, (code: string) => `${code}#`]; // prettier-ignore
  for (const mark of write) {
    const row = await desk.look({ ...cells, room: mark(cells.room) });
    expect([mark(''), row.state, codes(row)]).toEqual([mark(''), 'needs_decision', ['location_not_found']]);
    expect(row.location.candidates.map(({ _id }: { _id: string }) => _id)).toContain(room);
  }
});

test('a room whose name is crossed out with strokes is asked', async () => {
  const name = 'Oak';
  await lodge.make.room(desk.site, { code: name });
  const { cells } = await desk.pair();
  const row = await desk.look({ ...cells, room: crossedOut(name) });
  expect(row.state).not.toBe('ready');
});

test.each([
  ['last_name', 'Davies ❌'],
  ['first_name', '✗ Martin'],
  ['first_name', '- Martin'],
  ['last_name', crossedOut('Davies')],
  ['student_id', 'MARK ❌'],
  ['student_id', 'MARK*'],
  ['student_id', 'MARK –'],
  ['last_name', '- Davies'],
])('a person with a mark is asked, with the right id and email, too: %s %s', async (field, marked) => {
  const email = `${Math.random()}@uni.example`;
  const { cells } = await desk.pair({ first_name: 'Martin', last_name: 'Davies', email });
  const value = marked.replace('MARK', cells.student_id);
  const row = await desk.look({ ...cells, email, first_name: 'Martin', last_name: 'Davies', [field]: value });
  expect(row.state).toBe('needs_decision');
});

test('101.0 is the room 101 unless there is a room 0101, and a number with its sign is that number unless another place has it', async () => {
  for (const code of ['501', '601', '0601', '701', '#701']) await lodge.make.room(desk.site, { code });
  const { cells } = await desk.pair();
  const found = async (room: string) => (await desk.look({ ...cells, room })).state;
  expect(await Promise.all(['501.0', '#501', '601.0', '0601', '#701', '501th', 'No. 501'].map(found))).toEqual(
    ['ready', 'ready', 'needs_decision', 'ready', 'needs_decision', 'needs_decision', 'needs_decision'], // prettier-ignore
  );
});

test('a declaration cannot change what a known word says, nor say two things of one word', async () => {
  const { cells } = await desk.pair();
  const rows = desk.rows({ ...cells, status: 'cancelled' });
  for (const status_words of [
    { cancelled: 'confirmed' },
    { Storniert: 'confirmed' },
    { kommt: 'confirmed', KOMMT: 'cancelled' },
  ]) {
    const { status, body } = await desk.client.post('/bookings/import/preview', { site: desk.site.id, rows, status_words }); // prettier-ignore
    const [word = ''] = Object.keys(status_words);
    expect([status, body.errors[0].pointer]).toEqual([400, `/status_words/${word}`]);
  }
});

test('a stay that somebody voided is asked about when its file comes again; one that an undo took back is not', async () => {
  const [byHand, byUndo] = [await desk.pair(), await desk.pair()];
  const first = await desk.commit([byHand.cells]);
  const id = first.body.results[0].booking_id;
  const { status } = await desk.client.post(`/bookings/${id}/transitions`, { site: desk.site.id, type: 'void', cancellation_code: "data_entry_error" }); // prettier-ignore
  expect(status).toBe(200);
  const second = await desk.commit([byUndo.cells]);
  await desk.undo(second.body.import_id);
  const row = await desk.look(byHand.cells);
  expect([row.state, codes(row)]).toEqual(['needs_decision', ['was_cancelled']]);
  expect((await desk.look(byUndo.cells)).state).toBe('ready');
});
