import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { FIELDS_HEADER, siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';
import type { Client } from '../../support/lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;

const ROWS = ['N1,Ida,Roe,ida@uni.de,,C1', 'N2,Eva,Doe,eva@uni.de,,C2', 'N3,Jan,Loe,jan@uni.de,,C3'];
beforeEach(async () => {
  ({ site, manager } = await siteOfRooms(lodge, 'C1', 'C2', 'C3'));
});

const { stored, refusals } = studentLists(lodge, () => ({ site, manager }), FIELDS_HEADER);

describe('a line of a list that is no row', () => {
  test.each([
    ['filled down', 'LEAVERS,LEAVERS,LEAVERS,LEAVERS,LEAVERS,LEAVERS'],
    ['in the first cell', 'None of the above has signed,,,,,'],
    ['in the last cell', ',,,,,all withdrawn'],
    ['with two cells', 'Note:,withdrawn,,,,'],
  ])('refuses the rows above and below that it may be about: %s', async (_, line) => {
    for (const list of [
      [line, ...ROWS],
      [...ROWS, line],
    ]) {
      const causes = (await refusals(...list)).map(([cause]) => cause);
      expect([list, causes.filter((cause) => cause === 'unread_column').length >= ROWS.length]).toEqual([list, true]);
      expect([list, await stored()]).toEqual([list, []]);
    }
  });

  test('is skipped when it repeats the header', async () => {
    expect(await refusals(ROWS[0] ?? '', FIELDS_HEADER, ROWS[1] ?? '', 'Matrikelnummer,Vorname,Nachname,E-Mail,Geburtsdatum,Zimmer', ROWS[2] ?? '')).toEqual([]); // prettier-ignore
    expect(await stored()).toHaveLength(3);
  });
});
