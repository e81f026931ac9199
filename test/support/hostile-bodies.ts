export const MIB = 1_048_576;

/** As much of a text, again and again, as fits. */
const full = (most: number, begin: string, unit: string, end: string, count = Infinity): string => {
  const room = Math.floor((most - begin.length - end.length) / Buffer.byteLength(unit));
  return begin + unit.repeat(Math.min(room, count)) + end;
};
/** Units that all differ. */
const each = (most: number, begin: string, unit: (index: number) => string, end: string, count = Infinity): string => {
  const units: string[] = [];
  let room = most - begin.length - end.length;
  for (let index = 0; index < count; index++) {
    const next = unit(index);
    if ((room -= next.length) < 0) break;
    units.push(next);
  }
  return begin + units.join('') + end;
};
const ROWS = '{"site":"x","rows":[0';
const name = (index: number): string => index.toString(36);
const cells = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `"${name(from + index)}":0`).join();

/** JSON of up to so many bytes. Each is as expensive in its own way as that many bytes can be, or as what is accepted can be. */
export const HOSTILE: Record<string, (most: number) => string> = {
  'lists in lists': (most) => '['.repeat(most),
  'lists in lists, closed': (most) => '['.repeat(most / 2) + ']'.repeat(most / 2),
  'objects in objects': (most) => full(most, '', '{"a":', ''),
  'objects in objects, closed': (most) => '{"a":'.repeat(Math.floor(most / 7)) + '1' + '}'.repeat(Math.floor(most / 7)),
  'lists of 31 levels': (most) => full(most, ROWS, `,${'['.repeat(29)}${']'.repeat(29)}`, ']}'),
  'a list of numbers': (most) => full(most, '[0', ',0', ']'),
  'a list of empty lists': (most) => full(most, ROWS, ',[]', ']}'),
  'a list of empty objects': (most) => full(most, ROWS, ',{}', ']}'),
  'as many numbers as are accepted': (most) => full(most, ROWS, ',0.5', ']}', 499_000),
  'as many lists as are accepted': (most) => full(most, ROWS, ',[]', ']}', 199_000),
  'as many objects as are accepted': (most) => full(most, ROWS, ',{}', ']}', 199_000),
  'as many different objects as are accepted': (most) =>
    each(most, ROWS, (index) => `,{"${name(index)}":{}}`, ']}', 99_000),
  'as many texts as are accepted': (most) => each(most, ROWS, (index) => `,"e${name(index)}"`, ']}', 499_000),
  'rows of different columns': (most) =>
    each(most, ROWS, (row) => `,{"row_index":${row},"values":{${cells(990, row * 990)}}}`, ']}', 500),
  'lists of entries with unknown fields': (most) =>
    each(most, '{"site":"x","rows":[{}', (row) => `,{"x":{${cells(990)}},"${name(row)}":[]}`, ']}', 500),
  'as many columns as are accepted': (most) =>
    each(
      most,
      '{"site":"x","rows":[{"row_index":999,"values":{}}',
      (row) => `,{"row_index":${row},"values":{${cells(990)}}}`,
      ']}',
      500,
    ),
  'as many faulty rows as are accepted': (most) => full(most, ROWS, ',{"a":0,"b":0}', ']}', 19_998),
  'an object of many keys': (most) => each(most, '{"a":0', (index) => `,"${name(index)}":0`, '}'),
  'a row of many columns': (most) =>
    each(most, '{"site":"x","rows":[{"row_index":0,"values":{"a":0', (index) => `,"${name(index)}":0`, '}}]}'),
  'one key again and again': (most) => full(most, '{"a":0', ',"a":0', '}'),
  'a text': (most) => full(most, '{"site":"', 'x', '"}'),
  'a key': (most) => full(most, '{"', 'x', '":0}'),
  escapes: (most) => full(most, '{"site":"', '\\u0041', '"}'),
  'many texts of escapes': (most) => full(most, ROWS, `,"${'\\u00e9'.repeat(10_000)}"`, ']}'),
  'texts as long as are accepted': (most) => full(most, ROWS, `,"${'😀'.repeat(262_000)}"`, ']}'),
  'cells as long as are accepted': (most) =>
    full(most, ROWS.slice(0, -1), `{"row_index":0,"values":{"notes":"${'😀'.repeat(262_000)}"}},`, '0]}'),
  'marks without end': (most) => full(most, ROWS, `,"a${'\u0301\u0323'.repeat(260_000)}"`, ']}'),
  'letters with very many marks': (most) => full(most, ROWS, `,"a${'\u0301\u0323'.repeat(16_000)}"`, ']}'),
  'a field of letters with very many marks': (most) => full(most, '{"site":"a', '\u0301\u0323', '"}', 16_000),
  'cells of letters with very many marks': (most) =>
    full(most, ROWS.slice(0, -1), `{"row_index":0,"values":{"room":"a${'\u0301\u0323'.repeat(16_000)}"}}`, ']}', 1),
  'a number of many digits': (most) => full(most, '{"site":1', '9', '}'),
  'many numbers of many digits': (most) => full(most, ROWS, `,${'9'.repeat(1_000)}`, ']}'),
  'huge exponents': (most) => full(most, ROWS, ',1e999999999', ']}', 499_000),
  blanks: (most) => full(most, '', ' ', '{}'),
  'line breaks': (most) => full(most, '{', '\n', '}'),
  'no JSON': (most) => 'x'.repeat(most),
  'a text that is never closed': (most) => full(most, '{"a":"', '\\"', ''),
  'keys that reach for the class': (most) =>
    full(most, ROWS, ',{"constructor":{"prototype":{"__proto__":1}}}', ']}', 60_000),
  'everything in turn': (most) =>
    full(most, ROWS, ',{"a":[[{"b":1e99}]]},"\\u0000\\ud800",{"__proto__":{}},[null,true,-0]', ']}', 60_000),
};

/** CSV of the same kind. */
export const HOSTILE_CSV: Record<string, (most: number) => string> = {
  separators: (most) => ','.repeat(most),
  lines: (most) => full(most, 'room\n', '\n', ''),
  quotes: (most) => full(most, 'room\n', '"', ''),
  'an open quote': (most) => full(most, 'room\n"', 'x\n', ''),
  'columns in one line': (most) => full(most, 'room\n', 'x,', ''),
  'rows of a thousand cells': (most) => full(most, 'room\n', `x${','.repeat(999)}\n`, ''),
  'rows of one letter': (most) => full(most, 'room\n', 'x\n', ''),
  'names of columns that are longer than their rows': (most) => {
    const names = Array.from({ length: 900 }, (_, column) => `c${column}`.padEnd(1_000, 'x')).join(',');
    return full(Math.min(most, 2 * MIB), `first name,${names}\n`, `A${',y'.repeat(900)}\n`, '');
  },
  'a cell': (most) => full(most, 'room\n', 'x', ''),
  'a header': (most) => full(most, '', 'x', '\nx'),
  'cells with very many marks': (most) => full(most, 'room\n', `a${'\u0301\u0323'.repeat(2_000)}\n`, '', 1_000),
};
