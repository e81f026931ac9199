import { constants, inflateSync } from 'node:zlib';

const POINTS_PER_MM = 72 / 25.4;

type Matrix = [number, number, number, number, number, number];
const after = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

function* contentsOf(pdf: Buffer): Generator<string> {
  const text = pdf.toString('latin1');
  for (const { 1: compressed = '' } of text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g))
    try {
      // One in 256 streams ends with the byte of a line break, which is cut off with the line: its checksum is not asked for.
      const options = { finishFlush: constants.Z_SYNC_FLUSH };
      yield inflateSync(Buffer.from(compressed, 'latin1'), options).toString('latin1');
    } catch {
      // A picture that is not compressed so.
    }
}

const SIZES: Record<string, number> = { m: 2, l: 2, c: 6, v: 4, y: 4 };
const PAINTED = new Set(['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*']);

const lengthOf = (values: number[]) => Math.max(...values) - Math.min(...values);
const sidesOf = (points: [number, number][]): [width: number, height: number] => [
  lengthOf(points.map(([x]) => x)),
  lengthOf(points.map(([, y]) => y)),
];

/** The sides in points of every part of a path that a stream of a page paints, by its matrices. */
function* paintedParts(content: string): Generator<[width: number, height: number]> {
  const stack: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  // A path may have many parts: each begins where the pen is set down.
  let parts: [number, number][][] = [];
  let numbers: number[] = [];
  const add = (x: number, y: number) => {
    const [, , , , left, top] = after([1, 0, 0, 1, x, y], matrix);
    parts.at(-1)?.push([left, top]);
  };
  for (const token of content.replace(/\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f\s]*>/g, ' ').split(/[\s[\]]+/)) {
    if (token !== '' && Number.isFinite(Number(token))) {
      numbers.push(Number(token));
      continue;
    }
    const [x = 0, y = 0, width = 0, height = 0] = numbers;
    if (token === 'm' || token === 're') parts.push([]);
    if (token === 'q') stack.push(matrix);
    else if (token === 'Q') matrix = stack.pop() ?? matrix;
    else if (token === 'cm') matrix = after(numbers as Matrix, matrix);
    else if (token === 're') [x, x + width].forEach((at, index) => add(at, index ? y + height : y));
    else if (SIZES[token] === numbers.length)
      for (let at = 0; at < numbers.length; at += 2) add(Number(numbers[at]), Number(numbers[at + 1])); // prettier-ignore
    else if (PAINTED.has(token)) yield* parts.map(sidesOf);
    if (PAINTED.has(token) || token === 'n') parts = [];
    numbers = [];
  }
}

/** How many squares of a size in millimetres are drawn in a PDF that a browser printed, filled or by their lines. */
export function squaresIn(pdf: Buffer, mm: number): number {
  // Lines are at whole pixels of the screen, and are measured at their middle.
  const isSide = (side: number) => Math.abs(side - mm * POINTS_PER_MM) < 2;
  return [...contentsOf(pdf)].flatMap((content) => [...paintedParts(content)]).filter((sides) => sides.every(isSide)).length; // prettier-ignore
}
