import { writeFile } from 'node:fs/promises';
import { RESPONSE_EXAMPLES } from '#apps/api/response-examples';

export type Recorded = Record<string, { type: string; example: unknown }>;

const MOST_ENTRIES = 2;
const MOST_LINES = 4;

// What would show a credential, or change with each record although nothing did.
const withoutCredentials = (text: string): string =>
  text.replaceAll(/lodge_[\w-]{16,}/g, 'lodge_the-key-is-shown-once').replaceAll(/(signature=)[\w-]+/g, '$1...');

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(shortened);
  if (typeof value === 'string') return withoutCredentials(value);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
};

/** A response as an example of the document: long lists and files are cut. Undefined for what is not text. */
export function exampleOf(contentType: unknown, text: string, body: unknown): Recorded[string] | undefined {
  const type = String(contentType).split(';')[0] ?? '';
  if (type.endsWith('json')) return { type, example: shortened(body) };
  if (!type.startsWith('text/')) return undefined;
  return { type, example: withoutCredentials(text.split('\n').slice(0, MOST_LINES).join('\n')) };
}

// Values that differ in every run: ids, references, instants, cursors and checksums, sizes and durations.
const DRAWN = [
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{7}\b/g,
  /\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g,
  /\d{8}T\d{6}Z/g,
  /[\w-]{20,}/g,
  /\d+\.\d+/g,
  /(whsec|lodge)_[\w+/=-]+/g,
  /S-[A-Z\d]{8}/g,
  /hsl\(\d+/g,
  /(?<="(age_seconds|lag_seconds|duration_ms)":)\d+/g,
];
const withoutDrawn = (example: unknown): string =>
  DRAWN.reduce((text, pattern) => text.replaceAll(pattern, '~'), JSON.stringify(example));

/** The example of the last recording, when only what is drawn differs. */
function asBefore([name, now]: [string, Recorded[string]]): [string, Recorded[string]] {
  const before = RESPONSE_EXAMPLES[name];
  return [name, before && withoutDrawn(before) === withoutDrawn(now) ? before : now];
}

/** Writes the examples in the order of the operations' names. */
export async function writeExamples(recorded: Recorded): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(recorded)
      .map(asBefore)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  await writeFile(
    'apps/api/response-examples.ts',
    `// Made by \`npm run examples\`: what each operation returned when its example was sent to the demo data.
export const RESPONSE_EXAMPLES: Record<string, { type: string; example: unknown }> = ${JSON.stringify(sorted, null, 2)};
`,
  );
}
