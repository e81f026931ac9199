import { describe, expect, test } from '@jest/globals';
import type { Cells } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

const NAMES = [['Tom', 'Klein'], ['Jonas', 'Berg'], ['Ida', 'Quint'], ['Zoe', 'Ray'], ['Ben', 'Carter']]; // prettier-ignore
const pairs: { cells: Cells }[] = [];
for (const [first_name, last_name] of NAMES) {
  const email = `${first_name}.${last_name}@uni.example`;
  const { cells } = await desk.pair({ first_name, last_name, email });
  pairs.push({ cells: { ...cells, email } });
}

/** Which of five rows are questions, if the one in the middle has these notes. */
async function asked(notes: string): Promise<number[]> {
  const rows = pairs.map(({ cells }, index) => ({ ...cells, ...(index === 2 && { notes }) }));
  const { body } = await desk.preview(...rows);
  return body.rows.flatMap(({ state }: { state: string }, index: number) => (state === 'ready' ? [] : [index]));
}

describe('notes that call off, move or exchange another row are a question there, too', () => {
  test.each([
    'swap with Tom Klein',
    'Tausch mit Tom Klein',
    'échange avec Tom Klein',
    'intercambio con Tom Klein',
    'scambio con Tom Klein',
    'ruilt met Tom Klein',
    'troca com Tom Klein',
    'zamiana z Tom Klein',
    'Tom Klein cancelled',
    'Klein, Tom storniert',
    'Tom cancelled',
    'T. Klein storniert',
    'swap with Klein',
    'Tom is out',
    "Tom Klein's booking is void",
    'Tom Klein ↔ Ida',
  ])('by the name: %s', async (notes) => {
    expect(await asked(notes)).toEqual([0, 2]);
  });

  test('by the id, the email and the room', async () => {
    const { student_id, room, email } = (pairs[4] as { cells: Cells }).cells;
    expect(await asked(`${String(student_id)} not coming`)).toEqual([2, 4]);
    expect(await asked(`${String(student_id).replace('-', ' ')} cancelled`)).toEqual([2, 4]);
    expect(await asked(`${String(email)} cancelled`)).toEqual([2, 4]);
    expect(await asked(`cancelled, and ${String(room)}, too`)).toEqual([2, 4]);
    expect(await asked(`${String(room).replace(/(?=\d)/, ' ')} cancelled`)).toEqual([2, 4]);
  });

  test.each([
    ['row above cancelled', [1, 2]],
    ['one before cancelled', [1, 2]],
    ['the one before is void', [1]],
    ['both pull out', [1, 2, 3]],
    ['these two cancelled', [1, 2, 3]],
    ['Zeile davor storniert', [1, 2]],
    ["ligne d'avant annulée", [1, 2]],
    ['el de antes cancelado', [1, 2]],
    ['riga prima annullata', [1, 2]],
    ['die ervoor geannuleerd', [1, 2]],
    ['o anterior cancelado', [1, 2]],
    ['wiersz wyżej anulowany', [1, 2]],
    ['os dois desistem', [1, 2, 3]],
    ['first two cancelled', [0, 1, 2]],
    ['die ersten zwei storniert', [0, 1, 2]],
    ['whole group cancelled', [0, 1, 2, 3, 4]],
    ['the rest cancelled', [0, 1, 2, 3, 4]],
    ['todo el grupo cancelado', [0, 1, 2, 3, 4]],
    ['cancelled after all', [2]],
    ['allergia alle noci, rinuncia al posto', [2]],
    ['first three nights paid', [2]],
    ['Cancelled. All paid.', [2]],
    ['cancelled, both parents informed', [2]],
    ['vegan after all', []],
    ['brings car after all', []],
    ['previous line cancelled', [1, 2]],
    ['cancelled, see below', [2, 3]],
    ['next 2 cancelled', [2, 3, 4]],
    ['next two rows cancelled', [2, 3, 4]],
    ['Zeile oben storniert', [1, 2]],
    ['ligne précédente annulée', [1, 2]],
    ['fila anterior cancelada', [1, 2]],
    ['riga precedente annullata', [1, 2]],
    ['vorige regel geannuleerd', [1, 2]],
    ['linha seguinte cancelada', [2, 3]],
    ['both cancelled', [1, 2, 3]],
    ['beide storniert', [1, 2, 3]],
    ['all three cancelled', [0, 1, 2, 3, 4]],
    ['all of the above cancelled', [0, 1, 2]],
    ['row above void', [1]],
    ['above declined', [1]],
    ['vorherige storniert', [1, 2]],
    ['#5 cancelled', [2, 3, 4]],
    ['both refuse', [1, 2, 3]],
    ['they are not coming', [1, 2, 3]],
    ['les deux ne viennent plus', [1, 2, 3]],
    ['row 5 cancelled', [2, 3, 4]],
    ['Zeile 5 storniert', [2, 3, 4]],
    ['rows 1-2 cancelled', [0, 1, 2]],
    ['both declined', [1, 2, 3]],
    ['beide sagen ab', [1, 2, 3]],
    ['both leave 01/05/2028', [1, 2, 3]],
  ])('by its place: %s', async (notes, rows) => {
    expect(await asked(notes)).toEqual(rows);
  });

  test('by a day that they do not have', async () => {
    expect(await asked('Tom Klein arrives 25/09/2027')).toEqual([0, 2]);
    expect(await asked('Tom Klein arrives 18/09/2027')).toEqual([2]);
    expect(await asked('deposit of Tom Klein 12/06/2027')).toEqual([2]);
  });

  test('and only such notes', async () => {
    for (const notes of [
      'both keys given',
      'both keys returned',
      'all keys returned',
      'next year: quiet floor',
      'vegan',
    ])
      expect((await asked(notes)).filter((row) => row !== 2)).toEqual([]);
  });

  test('until that is accepted', async () => {
    const rows = pairs.map(({ cells }, index) => ({ ...cells, ...(index === 1 && { notes: 'row above cancelled' }) }));
    const resolutions = [
      { row_index: 0, action: 'create', accept: ['contradicts_row'] },
      { row_index: 1, action: 'skip' },
    ];
    const { body } = await desk.commit(rows.slice(0, 2), resolutions);
    expect(body.results).toMatchObject([{ outcome: 'created' }, { outcome: 'skipped' }]);
  });
});
