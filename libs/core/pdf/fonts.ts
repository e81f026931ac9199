import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of glyphs: its weight, and the characters it has. */
interface Face {
  path: string;
  family: string;
  weight: string;
  range: string;
  has: (codePoint: number) => boolean;
}

const LATIN_WEIGHTS = ['400', '600'];
// Each script from its own folder; see fonts/README.md.
const FOLDERS: { name: string; weights: string[]; only?: string[] }[] = [
  { name: 'noto-sans', weights: LATIN_WEIGHTS },
  { name: 'noto-sans-arabic', weights: LATIN_WEIGHTS, only: ['arabic'] },
  { name: 'noto-sans-hebrew', weights: LATIN_WEIGHTS, only: ['hebrew'] },
  { name: 'noto-sans-thai', weights: LATIN_WEIGHTS, only: ['thai'] },
  { name: 'noto-sans-kr', weights: ['400'] },
  { name: 'noto-sans-sc', weights: ['400'] },
];

const require = createRequire(import.meta.url);
let faces: Face[] | undefined;
const contents = new Map<string, string>();

/** The `font-family` of everything that is printed. */
export const FONT = 'Lodge,Lodge-Han,sans-serif';

/**
 * Font faces for just the characters of a text, with the glyphs inside, all of the families in FONT: a page that is
 * offline has no other way to them.
 */
export function fontFacesFor(text: string): string {
  faces ??= FOLDERS.flatMap(readFaces);
  const missing = new Set([...text].map((character) => character.codePointAt(0) as number));
  const needed = new Set<Face>();
  for (const codePoint of missing) for (const face of facesOf(codePoint)) needed.add(face);
  return [...needed].map(cssOf).join('\n');
}

// The first folder that has a character gives it, in all its weights.
const known = new Map<number, Face[]>();
function facesOf(codePoint: number): Face[] {
  let found = known.get(codePoint);
  if (!found) {
    const all = (faces ?? []).filter((face) => face.has(codePoint));
    const folder = all[0] && dirname(all[0].path);
    known.set(codePoint, (found = all.filter((face) => dirname(face.path) === folder)));
  }
  return found;
}

function cssOf({ path, family, weight, range }: Face): string {
  let content = contents.get(path);
  if (!content) contents.set(path, (content = readFileSync(path).toString('base64')));
  return `@font-face{font-family:${family};font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${content}) format('woff2')}`;
}

function readFaces({ name, weights, only }: (typeof FOLDERS)[number]): Face[] {
  const folder = dirname(require.resolve(`#fonts/${name}/unicode.json`));
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(ranges)
    .filter(([subset]) => !only || only.includes(subset))
    .flatMap(([subset, range]) =>
      weights.map((weight) => ({
        path: join(folder, `${name}-${subset.replace(/[[\]]/g, '')}-${weight}-normal.woff2`),
        // One family has only faces of the same weights: with different weights the browser would use one set or the other.
        family: weights.length > 1 ? 'Lodge' : 'Lodge-Han',
        weight: weights.length > 1 ? weight : '400 600',
        range,
        has: rangeTest(range),
      })),
    );
}

/** Whether a character is in a range as CSS writes it: `U+0-FF,U+131`. */
function rangeTest(range: string): (codePoint: number) => boolean {
  const pairs = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [parseInt(from, 16), parseInt(to, 16)] as const;
  });
  return (codePoint) => pairs.some(([from, to]) => codePoint >= from && codePoint <= to);
}
