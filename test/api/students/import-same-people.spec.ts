import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';
import type { Client } from '../../support/lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;
let zoe: string;

beforeEach(async () => {
  site = await lodge.make.site();
  manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  const location_id = await lodge.make.room(site, { code: 'O-01' });
  await lodge.make.room(site, { code: 'E-02' });
  const names = { first_name: 'Zoë', last_name: 'Ångström' };
  zoe = await lodge.make.student(site, { location_id, student_id: '1001', email: 'zoe@x.example', ...names });
});

const { send, stored, refusals } = studentLists(lodge, () => ({ site, manager }));

describe('two rows of a list that can be one new person', () => {
  const twice = async (...lines: string[]) => {
    const { length } = await stored();
    const first = await send(...lines);
    const made = (await stored()).length - length;
    const again = await send(...lines);
    expect((await stored()).length - length).toBe(made);
    expect(again.exceptions.map(({ cause }) => cause)).toEqual(first.exceptions.map(({ cause }) => cause));
    return [made, ...first.exceptions.map(({ cause }) => cause)];
  };

  test.each(['03001', '0-3001', '3OO1', '3 001'])('are refused when their ids are 3001 and %s', async (id) => {
    const lines = ['3001,Iva,Nova,,E-02', `${id},Iva,Nova,,E-02`];
    expect(await twice(...lines)).toEqual([0, 'duplicate_in_file', 'duplicate_in_file']);
    expect(await twice(...lines.reverse())).toEqual([0, 'duplicate_in_file', 'duplicate_in_file']);
  });

  test.each(['3001.0', '3001?', '#3001', 'x'])('are one when the other id is %s', async (id) => {
    expect(await twice('3001,Iva,Nova,,E-02', `${id},Iva,Nova,,E-02`)).toEqual([1, 'missing_required_field']);
  });

  test('are one when one of them has neither id nor email and is in the same room', async () => {
    expect(await twice(',Iva,Nova,,E-02', '3001,Iva,Nova,,E-02')).toEqual([1, 'duplicate_in_file']);
    expect(await twice('3002,Ida,Nova,ida@x.example,E-02', ',Nova,Ida,,E-02')).toEqual([1, 'duplicate_in_file']);
    expect(await refusals('1001,Zoë,Ångström,zoe@x.example,O-01', ',Zoe,Angstrom,,O-01')).toEqual([['duplicate_in_file', zoe]]); // prettier-ignore
    expect(await refusals('1001,Zoë,Ångström,zoe@x.example,Attic', ',Zoe,Angstrom,,O-01')).toEqual([['location_not_found', zoe], ['duplicate_in_file', zoe]]); // prettier-ignore
  });

  test('are refused when their emails are one slip apart and an id is missing', async () => {
    const lines = [',Iva,Nova,iva@x.example,E-02', ',Iva,Nova,iva@x.exmaple,E-02'];
    expect(await twice(...lines)).toEqual([0, 'duplicate_in_file', 'duplicate_in_file']);
    expect(await twice('3001,Iva,Nova,iva@x.example,E-02', ',Iva,Nova,ivaa@x.example,E-02')).toEqual([0, 'duplicate_in_file', 'duplicate_in_file']); // prettier-ignore
  });

  test('are two when ids, or emails that are not alike, tell them apart, and they live in different rooms', async () => {
    const lines = [
      '3001,Iva,Nova,iva@x.example,E-02',
      '3002,Iva,Nova,i.nova@x.example,O-01',
      ',Iva,Nova,nova@x.example,North House',
    ];
    expect(await twice(...lines, '4001,Ida,Nova,,E-02', '04001,Eva,Nova,,E-02')).toEqual([5]);
  });
});
