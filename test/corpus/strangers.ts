import { pick } from '#apps/demo/seeded';
import { idOf, type Person } from './site.js';

type Random = () => number;
type Name = Pick<Person, 'first_name' | 'last_name'>;

const CULTURES = [
  ['Martin Martina Yara José Josefa Zoë Zoe Anaïs René Renée Björn Jörg Jürgen Siân Seán Łukasz Paweł Håkon Çağla', 'Davies Davis Müller Muller García Garcia Peña Pena Ångström Dvořák Novák Nováková Ó-Neill Łaski Şahin'],
  ['Hạnh Hành Hanh Ngọc Ngoc Dũng Dung Thảo Thao Tú Tủ', 'Nguyễn Trần Lê Lể Phạm Vũ Võ'],
  ['अनिल अनिला राम रमा सीता सीत कमल कमला', 'कुमार कुमारी शर्मा वर्मा'],
  ['がく かく ばん はん だいき たいき', 'さとう さど すずき'],
  ['Андрей Андреи Пётр Петр Алексей Сергей', 'Ковалёв Ковалев Зайцев Заицев'],
  ['Γιώργος Γιωργός Ελένη Μαρία', 'Παπάς Πάπας Νικολάου'],
  ['伟 伟明 明伟 芳 丽', '王 李 欧阳 张'],
  ['Işıl Isıl İpek Ipek Anne-Marie Jean-Luc Tóra Þóra Őrs Örs Søren', "O'Neill Smith-Jones Jones-Smith Groß Gross Åkesson Þórsdóttir Yıldız Mc-Coy"],
  ['أحمد إحمد فاطمة ليلى منى', 'حداد الأحمد الهاشمي'],
  ['민준 빈준 서연 지우', '김 이 박 최'],
  ['ก้อง ก่อง น้ำ สมชาย', 'ใจดี แก้ว แก่ว'],
  ['கமலா கமல குமரி', 'ராஜன் ராஜா'],
  ['Jean-Marie Marie-Jean Jean-Luc Anna-Maria Maria-Anna Min-su Marie Jean Maria', 'Dupont Rossi Kim'],
].map(([first = '', last = '']) => ({ first: first.split(' '), last: last.split(' ') })); // prettier-ignore

/** A name as a keyboard without signs has it: Latin and Greek letters only. */
export const signsLost = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      const bare = letter.normalize('NFD');
      if (letter === 'ł' || letter === 'Ł') return letter === 'ł' ? 'l' : 'L';
      return /^[A-Za-zΑ-Ωα-ω][\u0300-\u036f]+$/.test(bare) ? bare.slice(0, 1) : letter;
    })
    .join('');

const LATIN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', ß: 'ss', ł: 'l', þ: 'th', ş: 'sh', ç: 'ch', ı: 'i', а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', ь: '', я: 'ya', α: 'a', γ: 'g', ε: 'e', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', υ: 'y', ω: 'o', さ: 'sa', と: 'to', う: 'u', す: 'su', ず: 'zu', き: 'ki', が: 'ga', く: 'ku', か: 'ka', た: 'ta', い: 'i', 王: 'Wang', 李: 'Li', 张: 'Zhang', 伟: 'Wei', 明: 'Ming', 芳: 'Fang', 丽: 'Li' }; // prettier-ignore
/** A name as a passport has it. */
export const transliterated = (text: string): string =>
  [...text.normalize('NFC').toLowerCase()]
    .map((letter) => LATIN[letter] ?? LATIN[letter.normalize('NFD').slice(0, 1)] ?? signsLost(letter))
    .join('')
    .replace(/^\p{L}/u, (letter) => letter.toUpperCase());

/** An id as a person reads it from paper. */
export const lettersForDigits = (id: string, random: Random): string =>
  random() < 0.5 ? id.replace('0', 'O') : id.replace(/[1l]/, (sign) => (sign === '1' ? 'l' : '1'));

const PETS: Record<string, string> = { Martin: 'Marty', José: 'Pepe', Josefa: 'Pepa', Jürgen: 'Jürg', Łukasz: 'Łuki', Paweł: 'Pawełek', Андрей: 'Дрюша', Алексей: 'Лёша', Γιώργος: 'Γιωργάκης', Yara: 'Yari' }; // prettier-ignore
const TONES: [string, string][] = [['ạ', 'à'], ['à', 'ả'], ['ễ', 'ế'], ['ọ', 'ò'], ['ũ', 'ú'], ['é', 'è'], ['ö', 'ő'], ['ñ', 'ň'], ['ü', 'ű'], ['ा', 'ी'], ['が', 'か'], ['だ', 'た'], ['й', 'и'], ['ë', 'ê'], ['ń', 'ñ'], ['á', 'à'], ['ê', 'ề'], ['أ', 'إ'], ['ة', 'ه'], ['ى', 'ي'], ['민', '빈'], ['้', '่'], ['ி', 'ீ'], ['ő', 'ö'], ['å', 'â'], ['ø', 'ö'], ['þ', 'd']]; // prettier-ignore
const changeFirst = (make: (first: string, random: Random) => string) => (person: Name, random: Random): Name => ({ first_name: make(person.first_name, random), last_name: person.last_name }); // prettier-ignore
const changeLast = (make: (last: string, random: Random) => string) => (person: Name, random: Random): Name => ({ first_name: person.first_name, last_name: make(person.last_name, random) }); // prettier-ignore

const toneOf = (text: string): string => {
  const tone = TONES.find(([from, to]) => text.includes(from) || text.includes(to));
  if (!tone) return `${text}s`;
  return text.includes(tone[0]) ? text.replace(tone[0], tone[1]) : text.replace(tone[1], tone[0]);
};
const oneLetter = (text: string, random: Random): string => {
  const letters = [...text];
  // Case, blanks and hyphens are tolerated, so another letter is not among them.
  const places = letters.flatMap((letter, index) => (/[\p{L}\p{M}]/u.test(letter) ? [index] : []));
  const at = places[Math.floor(random() * places.length)] ?? 0;
  const here = letters[at] ?? '';
  return pick(
    [letters.toSpliced(at, 1, here, here), letters.toSpliced(at, 1, here.toLowerCase() === 'n' ? 'm' : 'n'), letters.length > 3 ? letters.toSpliced(at, 1) : [...letters, 'a']],
    random,
  ).join(''); // prettier-ignore
};

const givenNames = (first: string): string[] => first.split(/[ -]/);
const joinedAs = (first: string, names: string[]): string => names.join(first.includes('-') ? '-' : ' ');

/** People who resemble a person of the site, and are somebody else. */
export const LOOK_ALIKES: Record<string, (person: Name, random: Random) => Name> = {
  'another sign on the first name': changeFirst(toneOf),
  'another sign on the last name': changeLast(toneOf),
  'one letter of the first name': changeFirst(oneLetter),
  'one letter of the last name': changeLast(oneLetter),
  'a pet name': changeFirst((first) => PETS[first] ?? `${first.slice(0, 3)}i`),
  'a sister': changeFirst((first) => `${first}a`),
  'a brother': changeFirst((first, random) => pick(['Tim', 'Олег', '明', 'राज', 'Minh'], random) + first.slice(-1)),
  'a name twice': changeFirst((first) => `${first} ${first}`),
  'another name beside': changeFirst(
    (first, random) => `${first} ${pick(['Maria', 'Олег', '明', 'राज', 'Minh'], random)}`,
  ),
  'two letters the other way round': changeLast((last) =>
    last.replace(/^(.*?)(\p{L})(?!\2)(\p{L})/u, '$1$3$2').concat(/^\P{L}*\p{L}(?!\p{L})/u.test(last) ? 'z' : ''),
  ),
  transliterated: ({ first_name, last_name }) => ({
    first_name: transliterated(first_name),
    last_name: transliterated(last_name),
  }),
  'one name transliterated': changeLast(transliterated),
  'son or daughter of the same name': changeLast((last, random) => `${last}${pick([' Jr', ' Jr.', ' II', ' III', ', Jr', ' jun.', ' sen.', ' d.J.', ' fils', ' Filho', ' 2nd'], random)}`), // prettier-ignore
  'without the generation': changeLast((last) =>
    last.replace(/,? (Jr\.?|jun\.|sen\.|II|III|fils|Filho|2nd|d\.J\.)$/, ''),
  ),
  'a generation before the name': changeFirst((first, random) => `${first} ${pick(['Jr.', 'II', 'V', 'Sr'], random)}`),
  'a married name': changeLast((last, random) => pick([`Baker`, `${last} Baker`, `Baker-${last}`, `Baker ${last}`], random)), // prettier-ignore
  'a particle': changeLast((last, random) => `${pick(['von', 'de', 'van der', 'Mc', 'al-', "O'"], random)} ${last}`),
  'the given names the other way round': changeFirst((first) => joinedAs(first, givenNames(first).toReversed())),
  'without the first of the given names': changeFirst((first) => joinedAs(first, givenNames(first).slice(-1))),
  'a middle initial': changeFirst((first, random) => `${first} ${pick(['A.', 'B', 'M.'], random)}`),
  'the name of a parent': changeLast((last) => `${last} ${last.slice(0, 2)}ini`),
};
const IN_SITE: ((person: Name, random: Random) => Name)[] = [
  ({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name }),
  ({ first_name, last_name }) => ({ first_name: signsLost(first_name), last_name: signsLost(last_name) }),
  ({ first_name, last_name }) => ({ first_name: first_name.toUpperCase(), last_name: last_name.toUpperCase() }),
  ({ first_name, last_name }) => ({
    first_name: first_name.replaceAll('-', ' '),
    last_name: last_name.replaceAll('-', ' '),
  }),
  ({ first_name, last_name }) => ({ first_name, last_name: last_name.replace(/['’]/g, '') }),
  ({ first_name, last_name }) => ({ first_name, last_name: last_name.split(/[ -]/).toReversed().join(' ') }),
  ({ first_name, last_name }, random) => ({
    first_name: `${[...first_name][0]}${pick(['ora', 'ус', '美'], random)}`,
    last_name,
  }),
  ({ first_name, last_name }) => ({ first_name, last_name: last_name.split(/[ -]/)[0] ?? last_name }),
  ...Object.values(LOOK_ALIKES),
];

/** People of many scripts, every third with somebody who looks like them; `couples` has these. */
export function makeStrangers(random: Random): { people: Person[]; couples: [Person, Person][] } {
  const people: Person[] = [];
  const couples: [Person, Person][] = [];
  const seen = new Set<string>();
  const ids = new Set<string>();
  const add = ({ first_name, last_name }: Name, like?: Person): Person | undefined => {
    const key = `${first_name}|${last_name}`;
    if (seen.has(key) || first_name === '' || last_name === '') return undefined;
    seen.add(key);
    const number = people.length + 1;
    // Of two who look alike, one may have an id that looks like the other's, too, or that is it without its zeros.
    const alike = like && random() < 0.3 ? lettersForDigits(like.student_id, random) : '';
    const own = random() < 0.1 ? String(number * 7).padStart(6, '0') : `U${10_000 + number * 7}`;
    const bareLike = like && /^0+\d+$/.test(like.student_id) ? like.student_id.replace(/^0+/, '') : '';
    const student_id =
      bareLike !== '' && !ids.has(bareLike) ? bareLike : alike !== '' && !ids.has(alike.toLowerCase()) ? alike : own;
    ids.add(student_id.toLowerCase());
    const person = { id: idOf(`stranger ${number} ${key}`), student_id, first_name, last_name, email: `u${number}@uni.example`, kind: 'ordinary' as const, unmistakable: true }; // prettier-ignore
    people.push(person);
    return person;
  };
  for (let tries = 0; tries < 900; tries++) {
    const culture = pick(CULTURES, random);
    const middle = random() < 0.5 ? ` ${pick(culture.last, random)}` : '';
    const one = add({ first_name: pick(culture.first, random), last_name: `${pick(culture.last, random)}${middle}` });
    const other = one && random() < 0.33 ? add(pick(IN_SITE, random)(one, random), one) : undefined;
    if (one && other) couples.push([one, other]);
  }
  return { people, couples };
}
