import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Cells, codes, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({});
const ids = new Map<string, string>();
let rooms = 0;

beforeAll(async () => {
  const people = [['Simon', 'Peter'], ['Jane', 'Doe'], ['Oliver', 'Blackwood'], ['Wei', 'Li'], ['Paul', 'Rossi'], ['Peter', 'Anton']] as const; // prettier-ignore
  for (const [index, [first_name, last_name]] of people.entries())
    ids.set(`${first_name} ${last_name}`, await desk.lodge.make.student(desk.site, { student_id: `99${index}1`, first_name, last_name })); // prettier-ignore
  for (let room = 0; room < 8; room++) await desk.lodge.make.room(desk.site, { code: `N${room}n` });
});

/** What becomes of rows with a column of whole names: whom each means, or that it is a question. */
async function seen(header: string, names: string[], more: Cells[] = [], declared: object = {}) {
  const cells = names.map((name, index) => ({ [header]: name, room: `N${rooms++ % 8}n`, ...STAY, ...more[index] }));
  const { body } = await desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(...cells), ...declared }); // prettier-ignore
  return body.rows.map(({ state, person }: { state: string; person: { person_id: string } }) => (state === 'ready' ? person.person_id : 'asked')); // prettier-ignore
}

describe('which name comes first in one cell', () => {
  test.each(['Nom Prénom', 'Nom et prénom', 'Cognome Nome', 'Nachname Vorname', 'Name Vorname', 'Nazwisko i imię', 'Apellidos y nombre'])(
    'is said by the header %s',
    async (header) => {
      expect(await seen(header, ['Simon Peter'])).toEqual(['asked']);
      expect(await seen(header, ['Peter Simon'])).toEqual([ids.get('Simon Peter')]);
    },
  ); // prettier-ignore

  test.each(['Vorname, Nachname', 'Prénom, Nom', 'Nome, Cognome'])('is said by the header %s, also against a comma', async (header) => {
    expect(await seen(header, ['Peter, Simon'])).toEqual(['asked']);
    expect(await seen(header, ['Simon Peter'])).toEqual([ids.get('Simon Peter')]);
  }); // prettier-ignore

  test('is said by a header that is declared, and again when the cells of the answer are sent', async () => {
    const header = 'Occupant (Last First)';
    const columns = { [header]: 'full_name' };
    expect(await seen(header, ['Simon Peter'], [], { columns })).toEqual(['asked']);
    const row = { [header]: 'Simon Peter', room: 'N1n', ...STAY };
    const { body } = await desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(row), columns }); // prettier-ignore
    expect(body.rows[0].values).toMatchObject({ full_name: 'Simon Peter', name_order: 'last' });
    expect((await desk.look(body.rows[0].values)).state).toBe('needs_decision');
    expect(codes(await desk.look({ ...row, name_order: 'both' }))).toContain('invalid_value');
  });

  test('is not that of a last name in capitals', async () => {
    expect(await seen('Name', ['SIMON Peter', 'WEI Li'])).toEqual(['asked', 'asked']);
    expect(await seen('Name', ['Simon PETER'])).toEqual([ids.get('Simon Peter')]);
    expect(await seen('Name', ['PETER, Simon'])).toEqual([ids.get('Simon Peter')]);
    expect(await seen('Name', ['Peter, SIMON'])).toEqual(['asked']);
  });

  test('is proved by other rows for names with a comma, too', async () => {
    const names = ['Jane, Doe', 'Oliver, Blackwood', 'Peter, Simon'];
    expect(await seen('Name', names)).toEqual(['asked', 'asked', 'asked']);
    const known = [{ student_id: '9911' }, { student_id: '9921' }];
    expect((await seen('Name', names, known))[2]).toBe('asked');
    const right = ['Doe, Jane', 'Blackwood, Oliver', 'Peter, Simon'];
    expect(await seen('Name', right)).toEqual([ids.get('Jane Doe'), ids.get('Oliver Blackwood'), ids.get('Simon Peter')]); // prettier-ignore
  });
});
