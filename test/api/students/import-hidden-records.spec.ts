import { expect, test } from '@jest/globals';
import { usePeople } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
const { stored, refusals } = usePeople(
  lodge,
  ['Clara,Unique', 'Martin,Davies', 'Hannah,Zwick'].map((name) => ({ name, email: `${name.replace(',', '.').toLowerCase()}@uni.example` })), // prettier-ignore
);

// A row that contradicts whom it names may mean somebody else; so it does not say that another row is not about them.
test.each([
  [',Mother,Unique,clara.unique@uni.example,M101', ',Clara,Unique,,M101'],
  ['KC1001,Bruno,Weird,,M101', ',Clara,Unique,,M101'],
  ['KC1001,Bruno,Weird,,M101', 'KC1OO1,Clara,Unique,,M101'],
  ['KC1002,Martin,Davies,clara.unique@uni.example,M101', ',Clara,Unique,,M101'],
  [',Johanna,Zwick,hannah.zwick@uni.example,M101', ',Hannah,Zwick,,M101'],
])('nobody is made twice beside %s: %s', async (...rows) => {
  const before = await stored();
  for (const order of [rows, rows.toReversed()])
    expect((await refusals(...order)).map(([cause]) => cause).sort()).toEqual(['identity_conflict', 'possible_match']);
  expect(await stored()).toEqual(before);
});
