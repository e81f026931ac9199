import { beforeAll, describe, expect, test } from '@jest/globals';
import { codes, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({});

const PLACES = ['Oak', 'Ash', 'Ash North', 'Mill', 'Gate', 'East', 'Q', 'Elm Court', 'Garden Terrace', 'Château Brun'];
const PEOPLE = [
  ['Oliver', 'Blackwood'],
  ['Helen', 'Key'],
  ['Will', 'Park'],
  ['Zoë', "O'Neill"],
  ['Tủ', 'Lể'],
] as const;

beforeAll(async () => {
  const { id, buildingType, roomType } = desk.site;
  for (const name of [...PLACES, 'North']) {
    const parent_id = await lodge.make.location(id, buildingType, { name });
    await lodge.make.location(id, roomType, { name: '101', parent_id });
  }
  for (const [first_name, last_name] of PEOPLE) await lodge.make.student(desk.site, { first_name, last_name });
  await lodge.make.student(desk.site, { first_name: 'Jane', last_name: 'Doe', student_id: 'NO-1' });
});

const day = (count: number): string => new Date(Date.UTC(2027, 0, 1 + count)).toISOString().slice(0, 10);

/** Which notes of Jane Doe in North are asked for what, beside a row of somebody who is not in the site. */
async function seen(notes: string[], room = 'North / 101') {
  const row = { student_id: 'NO-1', first_name: 'Jane', last_name: 'Doe', room };
  const other = { ...row, student_id: 'NO-2', first_name: 'Wanda', last_name: 'Tamsin', room: 'Oak / 101', ...STAY };
  const stays = notes.map((each, index) => ({ ...row, contract_start: day(index * 9), contract_end: day(index * 9 + 7), notes: each })); // prettier-ignore
  const { rows } = (await desk.preview(...stays, other)).body;
  return notes.map((each, index) => [each, ...codes(rows[index])]);
}
const asked = (...notes: string[]) => notes.map((each) => [each, 'contradicting_cells']);
const passed = (...notes: string[]) => notes.map((each) => [each]);

/** The name of a place or of a person as notes have it. */
const said = (name: string): string[] => [name, `in ${name}`, `${name} please`, `was ${name.toLowerCase()}`, `hall: ${name}`, `→${name.toUpperCase()}`, `(${name})`, `the parents would like ${name} of all places`, `${name}'s`]; // prettier-ignore

describe('notes with the name of another place', () => {
  test.each(PLACES)('are a question, however it is written: %s', async (name) => {
    const notes = name === 'Q' ? ['Q', 'block Q', 'in bed Q, please'] : said(name);
    expect(await seen(notes)).toEqual(asked(...notes));
  });

  test('are a question with the word that distinguishes it', async () => {
    const notes = [
      'Elm',
      'in garden',
      'Terrace',
      'Brun',
      'in Chateau Brun',
      'elmcourt',
      'lives in the Garden now',
      'Oakhouse',
      'ashs',
    ];
    expect(await seen(notes)).toEqual(asked(...notes));
  });

  test('are a question if they only say that it is another one', async () => {
    const notes = ['moved building', 'other building', 'annexe', 'next door', 'in another house', 'im Nebengebäude', 'upstairs', 'is now elsewhere', 'new building', 'building over the road']; // prettier-ignore
    expect(await seen(notes)).toEqual(asked(...notes));
  });

  test('are not asked about if it is the place of the row', async () => {
    const notes = [
      'North',
      'in north',
      'North, ground floor',
      'likes to see the garden',
      'has a friend',
      'takes vitamin Q daily',
    ];
    expect(await seen(notes)).toEqual(passed(...notes));
    expect(await seen(['Ash North', 'key of Ash North'], 'Ash North / 101')).toEqual(passed('Ash North', 'key of Ash North')); // prettier-ignore
    expect(await seen(['Ash North'], 'Ash / 101')).toEqual(asked('Ash North'));
  });
});

describe('notes with a name of another person', () => {
  test.each(['Oliver', 'Blackwood', 'Zoë', 'Zoe', "O'Neill", 'Wanda', 'Tamsin', 'Lể', 'Tủ'])(
    'are a question, however it is written: %s',
    async (name) => {
      const notes = [...said(name), `for ${name}`, `= ${name}`, `Jane/${name}`, `${name} & Jane`];
      expect(await seen(notes)).toEqual(asked(...notes));
    },
  );

  test('are a question where they can only be a name', async () => {
    const notes = ['for Will', 'Will', 'oliver has this bed', 'see Key', 'Ms Park', 'Ollie', 'for key', 'Will Park', 'olivers bed', 'Ollie has this bed already']; // prettier-ignore
    expect(await seen(notes)).toEqual(asked(...notes));
  });

  test('are not asked about where they are other words, or the name of the row', async () => {
    const notes = ['Arrives late in the evening, keys with the porter', 'will bring her own key and a bicycle', 'Will arrive late', 'Jane', 'for Jane', 'Doe, Jane', 'the car park is too far']; // prettier-ignore
    expect(await seen(notes)).toEqual(passed(...notes));
  });

  test('are a question where a place is called like a word of them', async () => {
    expect(await seen(['Late in the evening, key at the gate'])).toEqual(asked('Late in the evening, key at the gate'));
  });
});
