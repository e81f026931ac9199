import { expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk();

interface Row {
  row_index: number;
  state: string;
  issues: { code: string; severity: string }[];
}
const seen = async (text: string | Buffer) =>
  ((await desk.previewCsv(text)).body.rows as Row[]).map((row) => [row.row_index, row.state, ...codes(row)]);
const list = async (text: string) =>
  (
    await desk.client.post(`/students/${desk.site.id}/import?type=partial&dry_run=true`, text, {
      'content-type': 'text/csv',
    })
  ).body;

const line = async (separator: string) => {
  const { cells } = await desk.pair();
  return [cells.student_id, cells.room, cells.contract_start, cells.contract_end].join(separator);
};
const head = (separator: string) => ['student_id', 'room', 'contract_start', 'contract_end'].join(separator);

test.each([';', ',', '\t', '|'])(
  'a line before the header that names the separator %j is none of the rows',
  async (separator) => {
    const lines = [head(separator), await line(separator)];
    const firsts = [`sep=${separator}`, `\ufeffSEP=${separator}`, `"sep=${separator}"`];
    for (const [index, end] of ['\r\n', '\n', '\r'].entries())
      expect(await seen([firsts[index], ...lines, ''].join(end))).toEqual([[0, 'ready']]);
    expect(await seen(Buffer.from(`\ufeff${[`sep=${separator}`, ...lines, ''].join('\r\n')}`, 'utf16le'))).toEqual([
      [0, 'ready'],
    ]);
  },
);

test('an ornamented line at the end of a list says nothing of its rows, and a remark with ornaments does', async () => {
  const rows = [head(','), await line(','), await line(',')];
  for (const end of ['*** End of report ***,,,', '----------,,,', '=== Ende der Liste ===,,,']) {
    const [one, two] = await seen([...rows, end].join('\n'));
    expect([end, one, two]).toEqual([end, [0, 'ready'], [1, 'ready']]);
  }
  expect(await seen([...rows, '*** all cancelled ***,,,'].join('\n'))).toContainEqual([
    1,
    'needs_decision',
    'unread_column',
  ]);
});

test.each([
  ['Numéro étudiant', 'Prénom', 'Nom', 'Courriel', 'Chambre', 'Arrivée', 'Départ'],
  ['Matr.-Nr.', 'Vorname', 'Name', 'E-Mail', 'Zimmer', 'Anreise', 'Abreise'],
  ['Studentnummer', 'Voornaam', 'Naam', 'E-mailadres', 'Kamer', 'Aankomst', 'Vertrek'],
  ['Matricola', 'Nome', 'Cognome', 'E-mail', 'Camera', 'Arrivo', 'Partenza'],
])('a word for a name is a part of it beside the other part: %s, %s, %s', async (...headers) => {
  const isTurned = headers[1] === 'Nome';
  const [one, other] = [`Nora${made++}`, `Newby${made}`];
  const names = isTurned ? [one, other] : [one, other];
  const { cells } = await desk.pair({ first_name: names[0], last_name: names[1] });
  const row = [cells.student_id, ...names, '-', cells.room, cells.contract_start, cells.contract_end];
  const file = [headers, row].map((each) => each.join(';')).join('\n');
  expect(await seen(file)).toEqual([[0, 'ready']]);
  expect(await list([headers.slice(0, 5), row.slice(0, 5)].map((each) => each.join(';')).join('\n'))).toMatchObject({
    students: [{ first_name: names[0], last_name: names[1] }],
    exceptions: [],
  });
});
let made = 0;

test('alone it is the whole name, and beside a column of another language it may be either', async () => {
  const { cells } = await desk.pair();
  const row = [cells.student_id, 'Nora Newby', cells.room, cells.contract_start, cells.contract_end].join(',');
  for (const name of ['Nom', 'Name'])
    expect(await seen(`student_id,${name},room,contract_start,contract_end\n${row}`)).toEqual([[0, 'needs_decision', 'person_possible_match']]); // prettier-ignore
  const { unread_columns } = await list('student_id,First name,Name,location\nx,Nora,Newby,y');
  expect(unread_columns).toEqual(['Name']);
});

test.each(['-', '–', 'n/a', 'none', 'no email', 'keine', 'aucun'])(
  '%s in the column of emails is not an email',
  async (email) => {
    const { cells } = await desk.pair({ first_name: `Ina${made++}`, last_name: 'Mail' });
    expect(await desk.look({ ...cells, email })).toMatchObject({ state: 'ready', normalized: { email: null } });
    const text = `student_id,first_name,last_name,email,location\nM-${made},Nora${made},Mail,${email},${String(cells.room)}`;
    expect(await list(text)).toMatchObject({ exceptions: [], students: [{ student_id: `M-${made}` }] });
  },
);

test('what is no email, and does not say that there is none, is refused', async () => {
  const { cells } = await desk.pair();
  for (const email of ['nora at example.org', 'see mail', '?'])
    expect(codes(await desk.look({ ...cells, email }))).toEqual(['invalid_email']);
});

test('dates of birth with months in words are read', async () => {
  const { cells } = await desk.pair();
  const days = ['3 April 2005', '03 Apr 2005', '3rd of April 2005', '3-Apr-2005', 'April 3, 2005', '3. April 2005', '3 avril 2005', '3 de abril de 2005', '2005-Apr-03']; // prettier-ignore
  // People who are not alike: those of one birthday who are would be asked about.
  const people = ['Olga,Petrov', 'Hugo,Klein', 'Mei,Chen', 'Ivo,Santos', 'Lars,Dahl', 'Ruth,Gomez', 'Tim,Wong', 'Eva,Rossi', 'Kofi,Mensah']; // prettier-ignore
  // One day in many rows one after the other would have been dragged down.
  for (const [n, day] of days.entries()) {
    const row = `B-${n}${made},${people[n]},"${day}",${String(cells.room)}`;
    const file = `student_id,first_name,last_name,date_of_birth,location\n${row}`;
    const { body } = await desk.client.post(`/students/${desk.site.id}/import?type=partial`, file, { 'content-type': 'text/csv' }); // prettier-ignore
    expect(body.exceptions).toEqual([]);
  }
  const born = await lodge.sql(`SELECT DISTINCT date_of_birth::text FROM students WHERE site_id = $1 AND student_id LIKE 'B-%'`, [desk.site.id]); // prettier-ignore
  expect(born).toEqual([{ date_of_birth: '2005-04-03' }]);
  const refused = ['3 April 05', '31 April 2005', '3 Foo 2005', '38445', '3 April 2099'];
  const { exceptions } = await list(['student_id,first_name,last_name,date_of_birth,location', ...refused.map((day, n) => `C-${n},Una${n},Night,${day},${String(cells.room)}`)].join('\n')); // prettier-ignore
  expect(exceptions.map(({ cause }: { cause: string }) => cause)).toEqual(refused.map(() => 'invalid_date'));
});
