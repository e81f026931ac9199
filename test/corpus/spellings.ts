import { pick } from '#apps/demo/seeded';

type Random = () => number;
const at = (text: string, random: Random): number => 1 + Math.floor(random() * Math.max(1, text.length - 1));

/** One slip of the fingers: a letter left out, doubled, changed, or two in the wrong order. */
export function typo(text: string, random: Random): string {
  const letters = [...text];
  if (letters.length < 3) return `${text}${letters.at(-1)}`;
  const index = Math.min(at(text, random), letters.length - 2);
  const [here = '', next = ''] = [letters[index], letters[index + 1]];
  const slips = [[], [here, here], ['e' === here ? 'a' : 'e'], null];
  const slip = pick(slips, random);
  letters.splice(index, slip ? 1 : 2, ...(slip ?? [next, here]));
  const typed = letters.join('');
  return typed === text ? `${text}${letters.at(-1)}` : typed;
}

/** Typed on a keyboard without the signs: ö as o or oe, ß as ss. */
export function withoutAccents(text: string, random: Random): string {
  const special: Record<string, string> = { ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', æ: 'ae', ı: 'i', đ: 'd' };
  const umlauts = random() < 0.3 ? text.replace(/[äöü]/g, (each) => `${each.normalize('NFD')[0]}e`) : text;
  return umlauts
    .replace(/[ßøØłŁæıđ]/g, (each) => special[each] ?? each)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/** Blanks that nobody sees, in and around a text. */
export function oddBlanks(text: string, random: Random): string {
  const odd = pick(['\u00a0', '\u200b', '\ufeff', '\u202f', '\u3000', '\t', '\u2009', '\u200e', '\u00ad'], random);
  return pick([`${odd}${text}`, `${text}${odd}`, ` ${text}${odd} `], random);
}

/** The same code, name or path, as people write it. */
export function roomSpelling({ code, path }: { code: string; path: string }, random: Random): string {
  const spellings = [
    code.toLowerCase(),
    ` ${code} `,
    code.replace(/[-.]/g, ' '),
    code.replace(/-/g, '\u2011'),
    path.toUpperCase(),
    path.replaceAll(' / ', ', '),
    path.replaceAll(' / ', ' '),
    path.replaceAll(' / ', ' > ').toLowerCase(),
  ];
  return pick(spellings, random);
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const two = (number: number): string => String(number).padStart(2, '0');

const parts = (date: string) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day, name: MONTHS[month - 1] ?? '' };
};

/** A day in a form that reads one way whatever the order. */
export function plainDate(date: string, random: Random): string {
  const { year, month, day, name } = parts(date);
  const serial = Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;
  const forms = [
    date,
    `${year}/${month}/${day}`,
    `${year}.${two(month)}.${two(day)}`,
    `${date}T00:00:00`,
    `${date} 00:00:00`,
    `${day} ${name} ${year}`,
    `${day}-${name.slice(0, 3)}-${year % 100}`,
    `${name.slice(0, 3)} ${day}, ${year}`,
    `${day}${day % 10 === 1 && day !== 11 ? 'st' : 'th'} ${name} ${year}`,
    String(serial),
    `${serial}.0`,
    `${year}${two(month)}${two(day)}`,
  ];
  return pick(forms, random);
}

/** A day in numbers, as the site writes it. */
export function numericDate(date: string, order: 'dmy' | 'mdy', random: Random): string {
  const { year, month, day } = parts(date);
  const [first, second] = order === 'dmy' ? [day, month] : [month, day];
  const sign = pick(['/', '.', '-', ' '], random);
  const numbers = random() < 0.5 ? [two(first), two(second)] : [String(first), String(second)];
  return [...numbers, String(random() < 0.3 ? year % 100 : year)].join(sign);
}
