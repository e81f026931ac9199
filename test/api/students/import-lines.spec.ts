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

/** The same lines as rows of JSON, by the names of the fields. */
const asJson = (lines: string[]) => {
  const names = FIELDS_HEADER.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n], cell])));
};
const inJson = async (lines: string[], more: object = {}) => {
  const { status, body } = await manager.post(`/students/${site.id}/import`, { type: 'partial', students: asJson(lines), ...more }); // prettier-ignore
  expect(status).toBe(200);
  return body.exceptions.map(({ cause }: { cause: string }) => cause) as string[];
};

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
      const inJsonToo = (await inJson(list)).filter((cause) => cause === 'unread_column');
      expect([list, inJsonToo.length >= ROWS.length]).toEqual([list, true]);
      expect([list, await stored()]).toEqual([list, []]);
      const settled = await inJson(list, { columns: { 'section line': 'ignore' }, dry_run: true });
      expect([list, settled.includes('unread_column')]).toEqual([list, false]);
    }
  });

  test('is skipped when it repeats the header', async () => {
    expect(await refusals(ROWS[0] ?? '', FIELDS_HEADER, ROWS[1] ?? '', 'Matrikelnummer,Vorname,Nachname,E-Mail,Geburtsdatum,Zimmer', ROWS[2] ?? '')).toEqual([]); // prettier-ignore
    expect(await stored()).toHaveLength(3);
    expect(await inJson([ROWS[0] ?? '', FIELDS_HEADER, ROWS[1] ?? ''])).toEqual([]);
  });

  test('is not a row of JSON that a program wrote without the fields that it does not know', async () => {
    const students = [{ first_name: 'LEAVERS' }, ...asJson(ROWS)];
    const { body } = await manager.post(`/students/${site.id}/import`, { type: 'partial', students });
    expect(body.exceptions.map(({ cause }: { cause: string }) => cause)).toEqual(['missing_required_field']);
    expect(await stored()).toHaveLength(ROWS.length);
  });

  test('is not a row of JSON that names the record which it is about', async () => {
    await refusals(...ROWS);
    const [{ id }] = (await stored()) as [{ id: string }];
    const students = [{ _id: id, student_id: 'N1' }, ...asJson(ROWS.slice(1))];
    const { body } = await manager.post(`/students/${site.id}/import`, { type: 'partial', students });
    expect(body.exceptions.map(({ cause }: { cause: string }) => cause)).not.toContain('unread_column');
  });
});

test('a row with only a whole name and a room is no line about others, and a remark is', async () => {
  const rows = ['N1,"Roe, Ida",ida@uni.de,C1', 'N2,"Doe, Eva",eva@uni.de,C2', 'N3,"Loe, Jan",jan@uni.de,C3'];
  const list = studentLists(lodge, () => ({ site, manager }), 'Student ID,Last name first name,Email,Room');
  const causes = async (line: string) => (await list.refusals(...rows, line, ...rows.map((row) => row.replaceAll('@uni', '@uni2').replace('N', 'M')))).map(([cause]) => cause); // prettier-ignore
  for (const line of [',Stone Wanda,,C3', ',"Stone, Wanda",,C1'])
    expect((await causes(line)).filter((cause) => cause === 'unread_column')).toEqual([]);
  for (const line of [',MOVED OUT,,C1', ',Withdrawn,,C1', ',Not arrived,,C2', ',Summer Term,,2027'])
    expect((await causes(line)).filter((cause) => cause === 'unread_column').length).toBeGreaterThan(0);
});
