import fc from '../support/properties.js';
import { resolve, type Schema } from '../support/contract.js';

/** Text that has broken something somewhere. */
const HORRORS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff\u200b\u202e',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  'ß'.repeat(300),
  '＜script＞',
  "'; DROP TABLE users; --",
  '%',
  '_%\\',
  '$1',
  '../../etc/passwd',
  '=cmd()',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '2026-11-21T24:00:00Z',
  '2026-11-21T12:00:60+99:99',
  '+275760-09-13T00:00:00.001Z',
  '2100-12-31T23:59:59.999999999+00:00',
  'Europe/London',
  'x'.repeat(100_000),
];
const NUMBERS = [0, -0, -1, 0.5, 1e-300, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308];

// JSON that no object of JavaScript writes: placeholders that the body's text replaces.
export const RAW = { '"@huge"': '1e999', '"@digits"': '9'.repeat(500), '"@proto"': '{"__proto__":{"owner":true}}' };

const deep = fc
  .record({ depth: fc.constantFrom(10, 200, 5_000), array: fc.boolean() })
  .map(({ depth, array }) => ({ '@deep': depth, array }));

/** Any value at all, most of them not what a field wants. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HORRORS),
  fc.constantFrom<unknown>(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, '@huge', '@digits', '@proto'),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
  deep,
);

const text = ({ minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 40), maxLength: Math.min(maxLength, 40) });
const day = fc
  .date({ min: new Date('2026-10-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

function plain(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const { type, format, enum: values, pattern, minimum = 0, maximum = 100, example } = schema;
  if (schema['x-id']) return fc.constantFrom(...ids);
  if (values) return fc.constantFrom(...values);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.integer({ min: minimum, max: Math.max(minimum, maximum) });
  if (format === 'date') return day.map((iso) => iso.slice(0, 10));
  if (format === 'date-time') return day;
  if (format === 'email') return fc.emailAddress();
  if (pattern?.includes('0-9A-F')) return fc.constant('#2F6FED');
  const known = [...(example === undefined ? [] : [example]), ...ids.slice(0, 4)];
  return fc.oneof(text(schema), fc.constantFrom(...known));
}

/** Values for a schema: mostly such as it asks for, now and then anything else. */
export function valueFor(described: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const schema = { ...resolve(described), 'x-id': described['x-id'] };
  return fc.oneof(
    { weight: 14, arbitrary: fittingValue(schema, ids) },
    { weight: schema.nullable ? 2 : 0, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: anything },
  );
}

function fittingValue(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  if (schema.type === 'array') {
    const one = valueFor({ ...schema.items, 'x-id': schema['x-id'] }, ids);
    return fc.array(one, { minLength: Math.min(schema.minItems ?? 0, 3), maxLength: 3 });
  }
  if (!schema.properties) return schema.type === 'object' ? fc.dictionary(fc.string(), anything) : plain(schema, ids);
  const entries = Object.entries(schema.properties).map(([name, value]) => [name, valueFor(value, ids)] as const);
  const fields = fc.record(Object.fromEntries(entries), { requiredKeys: schema.required ?? [] });
  const extra = fc.dictionary(fc.constantFrom('_id', 'version', 'constructor', 'site_id', ...HORRORS), anything, {
    maxKeys: 2,
  });
  return fc.oneof(
    { weight: 12, arbitrary: fields },
    { weight: 1, arbitrary: fc.tuple(fields, extra).map(([a, b]) => ({ ...a, ...b })) },
  );
}
