const SOMEBODY = '01999999-9999-7999-9999-999999999999';
const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + '0' + close.repeat(depth);
const list = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join();

/** Text that is more than anybody thinks of where a name, a date, a number or an id is expected. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\ufeff\u200b',
  'constructor',
  '__proto__',
  'toString',
  '%',
  '_%\\',
  '$1',
  ',,,',
  '{"a":1}',
  "'; SELECT pg_sleep(9); --",
  '../../etc/passwd',
  '=cmd()',
  '１２',
  '1e999',
  '-1',
  '-0',
  'NaN',
  '9'.repeat(400),
  '2147483648',
  '2027-99-01',
  '2027-02-30',
  '0000-00-00',
  '-0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '294277-01-01',
  'infinity',
  '-infinity',
  '2026-11-21T24:00:00Z',
  '2026-11-21T12:00:60+99:99',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  SOMEBODY,
  SOMEBODY.toUpperCase(),
  `{${SOMEBODY}}`,
  `a${'\u0301\u0323'.repeat(900)}`,
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(5_000),
];

/** Values of JSON as they go over the wire, some of which no object of JavaScript writes. */
export const HOSTILE_VALUES = [
  ...HOSTILE_TEXTS.map((text) => JSON.stringify(text)),
  ...['null', 'true', '0', '-1', '0.5', '-0', '1e999', '-1e999', '1e-400', '9'.repeat(400), '2147483648'],
  ...['9007199254740993', '[]', '{}', '[[]]', '[null]', '[[null]]', '[{}]', '{"":{}}', '{"length":1e9}', '{"then":{}}'],
  ...['constructor', 'prototype', '__proto__'].flatMap((key) => [`{"${key}":{"x":1}}`, `[{"${key}":null}]`]),
  '{"toString":"x","valueOf":"y"}',
  '[[[{"toString":null}]]]',
  '{"toJSON":1}',
  nested('[', ']', 25),
  nested('{"a":', '}', 25),
  nested('[', ']', 5_000),
  nested('{"a":', '}', 5_000),
  '['.repeat(5_000),
  `[${list(5_000, () => 'null')}]`,
  `[${list(60_000, String)}]`,
  `[${list(250, () => `"${SOMEBODY}"`)}]`,
  `[${list(3_000, (index) => `"${index}"`)}]`,
  `[${list(2_000, () => '{}')}]`,
  `{${list(990, (index) => `"k${index}":0`)}}`,
  `{${list(2_000, (index) => `"k${index}":0`)}}`,
  `"${'x'.repeat(200_000)}"`,
  `"${'\\u0041'.repeat(20_000)}"`,
];

const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
const SORTS = ['contract_start', '-contract_end', 'created_at', '-updated_at', 'name', 'status', '_id', 'at', 'x'];
const KEYS = ['2027-99-01', '0000-00-00', '2027-02-30 25:61:61+00', '-infinity', '\u0000', 'x', 1e300, null, {}, [[]]];

/** Cursors as a page gives them, with what no page would put there. */
export const HOSTILE_CURSORS = [
  ...SORTS.flatMap((sort) => KEYS.flatMap((key) => [cursor(sort, key, SOMEBODY), cursor(key, SOMEBODY)])),
  cursor(),
  cursor(SOMEBODY),
  cursor('constructor', 'x', SOMEBODY),
  cursor({ toString: 'x' }, ['x'], null),
  // Of events: a position and the beginning of a hash, encrypted or, as before, in 15 bytes.
  ...['00'.repeat(16), 'ff'.repeat(16), '00'.repeat(15), '00ffffffffffff'.padEnd(30, '0'), 'ff'.repeat(15), '00'.repeat(14), `00${'7f'.repeat(14)}`].map((hex) => Buffer.from(hex, 'hex').toString('base64url')), // prettier-ignore
  Buffer.from('{"__proto__":[]}').toString('base64url'),
  Buffer.from('[[[['.repeat(500)).toString('base64url'),
  Buffer.from('1'.repeat(5_000)).toString('base64url'),
  '=',
];

/** Headers that Lodge or its libraries read. */
export const HOSTILE_HEADERS: Record<string, string[]> = {
  'if-match': ['"1"', '*', 'W/"1"', '"', '"99999999999999999999"', '"-1"', '"1","2"', '"1e9"'],
  'idempotency-key': ['constructor', '__proto__', 'x'.repeat(4_000), '"', '%00', '0'],
  'content-type': [
    'text/csv',
    'application/json; charset=utf-16',
    'application/json; charset="',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'a/b/c;;;=,',
    'application/json, application/json',
    '__proto__/constructor',
  ],
  accept: ['text/csv', 'application/x-ndjson', 'application/pdf', '*/*;q=9', ',;,=', 'constructor', 'text/html'],
  prefer: ['respond-async', 'wait=1e999', 'wait=-1', 'constructor=1', ';;;,,,===', `a=${'"'.repeat(500)}`],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1', `bytes=${'0-1,'.repeat(300)}`, 'x=1'],
  'if-none-match': ['*', '"', 'W/', `${'"a",'.repeat(500)}"b"`],
  'if-modified-since': ['x', 'Thu, 99 Foo 9999 99:99:99 GMT'],
  'last-event-id': ['constructor', '-1', '9'.repeat(400), 'x', 'AAAAAAAAAAAAAAAAAAAA', 'AP___________________'],
  'content-encoding': ['gzip', 'identity', 'constructor'],
  authorization: ['Bearer', 'Bearer .', `Bearer ${'e30.'.repeat(500)}`, 'Basic Og==', 'Bearer null', 'x'],
  'x-request-id': ['', 'x'.repeat(4_000), '../..', '"}'],
  'accept-language': ['x'.repeat(4_000), '*;q=1e9', 'constructor'],
  cookie: ['lodge_access=', 'lodge_access=x; lodge_access=y', '__proto__=1', `a=${'%'.repeat(500)}`, ';;;==='],
  traceparent: ['00-0-0-00', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-ff`],
  'x-forwarded-for': ['::ffff:', '9'.repeat(400), ',,,', 'constructor'],
};
