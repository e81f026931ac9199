import { expect, test } from '@jest/globals';
import { usePeople } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
const { ids, stored, refusals } = usePeople(
  lodge,
  ['Martin,Davies', 'Anna,Rossi', 'Robert,Green', 'Wanda,Stone'].map((name) => ({
    name,
    email: `${name.replace(',', '.').toLowerCase()}@uni.example`,
  })),
);

test.each([
  ['of a brother', 'KC1004,Wanda,Stone', 'john.stone@uni.example'],
  ['of a brother, with an initial', 'KC1004,Wanda,Stone', 'j.stone@uni.example'],
  ['of a brother, in one word', 'KC1004,Wanda,Stone', 'johnstone@uni.example'],
  ['of somebody who has the first name of another student', 'KC1004,Wanda,Stone', 'stonemartin@uni.example'],
  ['of a mother', 'KC1001,Martin,Davies', 'helen.davies@uni.example'],
  ['of the senior of a family', 'KC1003,Robert,Green', 'r.green.sr@uni.example'],
  ['of parents', 'KC1001,Martin,Davies', 'parent@uni.example'],
  ['of an office', 'KC1002,Anna,Rossi', 'admissions-office@uni.example'],
  ['of elsewhere in place of one of the house', 'KC1002,Anna,Rossi', 'anna.rossi@home.example'],
])('an email %s does not take the place of the own one', async (_, who, email) => {
  const before = await stored();
  expect(await refusals(`${who},${email},M101`)).toEqual([['identity_conflict', ids.get(who.slice(7))]]);
  expect(await stored()).toEqual(before);
});

test.each(['john.newby@uni.example', 'parent.newby@uni.example', 'info@agency.example', 'newby-ben@home.example'])(
  'nobody new has the email of somebody else: %s',
  async (email) => expect(await refusals(`N600,Nora,Newby,${email},M105`)).toEqual([['identity_conflict', '']]),
);

test('emails with the initial and the last name of another row are refused', async () => {
  const rows = ['N701,Ann,López,m.young@uni.example,M101', 'N702,Max,Young,p.adams@uni.example,M101', 'N703,Pat,Adams,a.lopez@uni.example,M101']; // prettier-ignore
  expect((await refusals(...rows)).map(([cause]) => cause)).toEqual(Array(3).fill('identity_conflict'));
});

test.each(
  ['f.l', 'fl', 'lf', 'first+l', 'fjl', 'f.j.l', 'first.j.l', 'fi.l', 'lfi', 'l', 's.first.l'].map((form) => [form]),
)('exchanged last names are found by emails of the form %s', async (form) => {
  const address = (first: string, last: string) =>
    form.replace(/first\+l|first|fi|f|l(?!t)/g, (part) => ({ 'first+l': first + last, first, fi: first.slice(0, 2), f: first.charAt(0), l: last })[part] as string); // prettier-ignore
  const row = (n: number, first: string, last: string, email: string) => `N${n},${first},${last},${email}@uni.example,M101`; // prettier-ignore
  const exchanged = [row(801, 'Pia', 'Quill', address('pia', 'marsh')), row(802, 'Omar', 'Marsh', address('omar', 'quill'))]; // prettier-ignore
  expect((await refusals(...exchanged)).map(([cause]) => cause)).toEqual(Array(2).fill('identity_conflict'));
  expect(await refusals(row(803, 'Ines', 'Dunn', address('ines', 'dunn')), row(804, 'Otto', 'Vance', address('otto', 'vance')))).toEqual([]); // prettier-ignore
});

test('exchanged first names, and a row with its names the wrong way round, are found by the initials of emails', async () => {
  const exchanged = ['N811,Omar,Marsh,pmarsh@uni.example,M101', 'N812,Pia,Quill,oquill@uni.example,M101'];
  expect((await refusals(...exchanged)).map(([cause]) => cause)).toEqual(Array(2).fill('identity_conflict'));
  const right = ['N821,Ivo,Brandt,ibrandt@uni.example,M101', 'N822,Lena,Kroll,lkroll@uni.example,M101'];
  expect(await refusals(...right, 'N823,Marsh,Pia,pmarsh@uni.example,M101')).toEqual([['identity_conflict', '']]);
});

test('the own emails of people are of all kinds', async () => {
  const people = [
    'Bob,Smith,robert.smith@gmail.com',
    'Thomas,Berg,tommy.berg@gmail.com',
    'Nora,Oldham,nora.oldham2005@gmail.com',
    'Anna Maria,Bianchi,annamaria.bianchi@libero.example',
    'Małgorzata,Żak,malgorzata.zak@wp.example',
    'Jürgen,Müller,juergen.mueller@web.example',
    'Marie,Parent,marie.parent@uni.example',
    'Xiao,Wang,sunny.girl@qq.example',
    'Pia,Quince,hello.pia@quince.example',
    'Wei,Li,w.li@uni.example',
    'Nora,Newby,newbythebrave@mail.example',
    'Will,Newby,williamnewby@mail.example',
    'Ada,Goldstone,goldstoneada@mail.example',
    'Ella,Stone,goldstone@mail.example',
    'Omar,Hale,shale@mail.example',
    'Rosa,Lindqvist,lindqvist@mail.example',
    'Martina,,martina@mail.example',
  ];
  expect(await refusals(...people.map((line, n) => `N${n},${line},M105`))).toEqual([]);
  expect(await refusals('KC1003,Robert,Green,bob.green@student.uni.example,M101')).toEqual([]);
});

test('a list in which all have another domain says that the house has moved there', async () => {
  const lines = [...ids.keys()].map((name, n) => `KC100${n + 1},${name},${name.replace(',', '.').toLowerCase()}@university.example,M101`); // prettier-ignore
  expect(await refusals(...lines)).toEqual([]);
});
