import { describe, expect, test } from '@jest/globals';
import { usePeople } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
const { ids, stored, refusals, send } = usePeople(
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

const FORMS: Record<string, (first: string, last: string) => string> = {
  aklein: (first, last) => first.charAt(0) + last,
  kleina: (first, last) => last + first.charAt(0),
  annaklein: (first, last) => first + last,
  'a.klein': (first, last) => `${first.charAt(0)}.${last}`,
  'klein.a': (first, last) => `${last}.${first.charAt(0)}`,
  'a.j.klein': (first, last) => `${first.charAt(0)}.j.${last}`,
  'anna.j.klein': (first, last) => `${first}.j.${last}`,
  'anna.klein.2027': (first, last) => `${first}.${last}.2027`,
  'an.klein': (first, last) => `${first.slice(0, 2)}.${last}`,
  'klein.anna': (first, last) => `${last}.${first}`,
  kleinan: (first, last) => last + first.slice(0, 2),
  annak: (first, last) => first + last.charAt(0),
  aklei: (first, last) => first.charAt(0) + last.slice(0, 4),
};
const [CONSONANTS, VOWELS] = ['bdfgklmnprstvw', 'aeiou'];
let made = 0;
/** Names that no other list has: Bofita, Kusade. */
function newName(): string {
  let rest = (made += 7919) % 343_000;
  const letters = Array.from({ length: 6 }, (_, at) => {
    const list = at % 2 ? VOWELS : CONSONANTS;
    const letter = list.charAt(rest % list.length);
    rest = Math.floor(rest / list.length);
    return letter;
  });
  return letters.join('').replace(/^./, (first) => first.toUpperCase());
}

describe.each(Object.entries(FORMS))('in a list of emails of the form %s', (form, address) => {
  const domain = `${form.replaceAll('.', '-')}.example`;
  const rowsOf = (people: readonly (readonly [first: string, last: string, email: string])[]) =>
    people.map(([first, last, email]) => `L${made++},${first},${last},${email}@${domain},M101`);
  const newPeople = () =>
    Array.from({ length: 6 }, () => {
      const [first, last] = [newName(), newName()];
      return [first, last, address(first.toLowerCase(), last.toLowerCase())] as const;
    });
  type People = ReturnType<typeof newPeople>;
  const sorted = (people: People, part: 0 | 1 | 2) => people.map((person) => person[part]).toSorted();
  const DAMAGED: [string, (people: People) => (readonly [string, string, string])[]][] = [
    [
      'emails that were sorted alone',
      (people) => people.map(([first, last], at) => [first, last, sorted(people, 2)[at] ?? '']),
    ],
    [
      'emails that slipped by a row',
      (people) => people.map(([first, last], at) => [first, last, people[(at + 1) % 6]?.[2] ?? '']),
    ],
    [
      'first names that were sorted alone',
      (people) => people.map(([, last, email], at) => [sorted(people, 0)[at] ?? '', last, email]),
    ],
    [
      'last names that were sorted alone',
      (people) => people.map(([first, , email], at) => [first, sorted(people, 1)[at] ?? '', email]),
    ],
    [
      'a first name that was dragged down',
      (people) =>
        people.map(([first, last, email], at) => [at > 0 && at < 4 ? (people[1]?.[0] ?? '') : first, last, email]),
    ],
    [
      'a last name that was dragged down',
      (people) =>
        people.map(([first, last, email], at) => [first, at > 0 && at < 4 ? (people[1]?.[1] ?? '') : last, email]),
    ],
    [
      'a last name that was dragged into one row',
      (people) => people.map(([first, last, email], at) => [first, at === 2 ? (people[1]?.[1] ?? '') : last, email]),
    ],
    [
      'a first name that was dragged into one row',
      (people) => people.map(([first, last, email], at) => [at === 2 ? (people[1]?.[0] ?? '') : first, last, email]),
    ],
    [
      'a row with its names the wrong way round',
      (people) => people.map(([first, last, email], at) => (at === 3 ? [last, first, email] : [first, last, email])),
    ],
  ];
  test.each(DAMAGED)('%s are refused', async (_what, damage) => {
    const people = newPeople();
    const damaged = damage(people);
    const wrong = damaged.filter((row, at) => row.join() !== people[at]?.join());
    const found = await refusals(...rowsOf(damaged));
    expect(wrong.length).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThanOrEqual(wrong.length);
    expect(new Set(found.map(([cause]) => cause))).toEqual(new Set(['identity_conflict']));
  });

  test('nobody is refused whose names and email are right', async () => {
    expect(await refusals(...rowsOf(newPeople()))).toEqual([]);
  });
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
    'Felix,Groß,felix.gross@college.example',
    'Sanne,de Vries,sanne.devries@college.example',
    'Kai,Müller,kai.mueller@college.example',
    'Jonas,Weber,jonasw@college.example',
    'Ed,Ng,ed.ng@college.example',
    'Tom,Krause,tommy.krause@gmail.com',
    'Benjamin,Kern,benni.kern@gmail.com',
    'Charlotte,Kuhn,lotte.kuhn@gmail.com',
    'Lea,Vogel,vogel.lea@gmail.com',
    'William,Brandt,b.brandt@mail.example',
    'J.,Harper,john.harper@gmail.com',
    'Yulia,Tkachenko,iuliia.tkachenko@mail.example',
    'Olexandr,Bondar,oleksandr.bondar@mail.example',
  ];
  expect(await refusals(...people.map((line, n) => `N${n},${line},M105`))).toEqual([]);
  expect(await refusals('KC1003,Robert,Green,bob.green@student.uni.example,M101')).toEqual([]);
});

test('the last name of the row above is refused for an email that has another one, also one of two letters', async () => {
  const rows = ['Timo,Wanke,timo.wanke', 'Lea,Wanke,lea.vogt', 'Ed,Om,ed.om', 'Mia,Om,mia.bergau', 'Paul,Furth,paul.furth', 'Ida,Rode,ida.rode']; // prettier-ignore
  const found = await refusals(...rows.map((row, n) => `N75${n},${row}@hall.example,M105`));
  expect(found.map(([cause]) => cause)).toEqual(Array(2).fill('identity_conflict'));
});

test('both names that slipped are found by addresses with the initial of a second name', async () => {
  const rows = ['Lilian,Reed,edward.m.collins', 'Edward,Parker,martha.e.bailey', 'Martha,Collins,arthur.p.cooper', 'Arthur,Bailey,florence.s.reed', 'Florence,Cooper,lilian.j.parker']; // prettier-ignore
  const found = await refusals(...rows.map((row, n) => `N65${n},${row}@lodgings.example,M105`));
  expect(found.map(([cause]) => cause)).toEqual(Array(5).fill('identity_conflict'));
});

test('last names that were sorted are found among people of two domains', async () => {
  const rows = [['Elsie', 'ALBERT', 'elsie.wagner@two.example'], ['Emil', 'BAUER', 'emil.bauer@two.example'], ['Flora', 'EGGER', 'flora.lorenz@two.example'], ['Theo', 'GRUBER', 'talbert@one.two.example'], ['Karl', 'LORENZ', 'kegger@one.two.example'], ['Ruben', 'WAGNER', 'rgruber@one.two.example']]; // prettier-ignore
  const found = await refusals(...rows.map(([first, last, email], n) => `N66${n},${first},${last?.charAt(0)}${last?.slice(1).toLowerCase()},${email},M105`)); // prettier-ignore
  // All but Emil Bauer.
  expect(found.map(([cause]) => cause)).toEqual(Array(5).fill('identity_conflict'));
});

test('last names of two letters that were exchanged are refused', async () => {
  const rows = [
    'Timo,Xu,timo.walde',
    'Bo,Walde,bo.xu',
    'Paul,Furch,paul.furch',
    'Kira,Sonne,kira.sonne',
    'Hal,Yu,hal.yu',
  ];
  const found = await refusals(...rows.map((row, n) => `N85${n},${row}@block.example,M105`));
  expect(found.map(([cause]) => cause)).toEqual(Array(2).fill('identity_conflict'));
});

test('a list in which all have another domain says that the house has moved there', async () => {
  const lines = [...ids.keys()].map((name, n) => `KC100${n + 1},${name},${name.replace(',', '.').toLowerCase()}@university.example,M101`); // prettier-ignore
  expect(await refusals(...lines)).toEqual([]);
});

test('who marries is no sign of a column that slipped, whatever emails others have', async () => {
  await send('N901,Rhea,Tolland,rhea@post.example,M101', 'N902,Omid,Tolland,skater@post.example,M101', 'N903,Uwe,Haller,surfer@post.example,M101'); // prettier-ignore
  const list = ['N901,Rhea,Tolland-Voss,rhea@post.example,M101', 'N902,Omid,Tolland,skater@post.example,M101', 'N903,Uwe,Haller,surfer@post.example,M101']; // prettier-ignore
  expect(await refusals(...list)).toEqual([]);
});
