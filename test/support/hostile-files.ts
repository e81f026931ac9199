import { MIB } from './hostile-bodies.js';
import { workbook } from './workbook.js';

const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const END = '\r\n--b--\r\n';
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const full = (most: number, begin: string, unit: string, end: string): string =>
  begin + unit.repeat(Math.floor((most - begin.length - end.length) / unit.length)) + end;

/** Forms of up to so many bytes, with the boundary `b`. */
export const HOSTILE_FORMS: Record<string, (most: number) => string> = {
  'a file of rows of one letter': (most) => full(most, `${FILE}room\n`, 'x\n', END),
  'a file of half boundaries': (most) => full(most, FILE, '\r\n--', END),
  'a file of line breaks': (most) => full(most, FILE, '\r', END),
  'a file that never ends': (most) => full(most, FILE, 'x', ''),
  'empty parts': (most) => full(most, '', '--b\r\n\r\n\r\n', '--b--'),
  'very many fields': (most) => full(most, '', field('a', '1'), '--b--'),
  'very many files': (most) => full(most, '', `${FILE}x\r\n`, '--b--'),
  'a header without end': (most) => full(most, '--b\r\nContent-Disposition: form-data; name="', 'x', ''),
  'very many headers': (most) => full(most, '--b\r\n', 'X-A: b\r\n', END),
  'a field that is a file': (most) =>
    full(most, '--b\r\nContent-Disposition: form-data; name="site"\r\n\r\n', 'x', END),
  'a name of escapes': (most) => full(most, "--b\r\nContent-Disposition: form-data; name*=utf-8''", '%c3%a9', `${END}`),
  'only dashes': (most) => '-'.repeat(most),
};

const cell = (column: string, row: number, text: string) => `<c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c>`; // prettier-ignore
const header = `<row r="1">${cell('A', 1, 'room')}</row>`;
const sheet = (rows: string) => workbook({ sheets: [{ name: 'Rows', rows }] });

/** A number in cells of formats. */
const dated = (format: string, times = 1) =>
  workbook({
    sheets: [{ name: 'Rows', rows: `${header}<row r="2"><c r="A2" s="1"><v>12345</v></c></row>` }],
    formats: Array.from({ length: times }, () => format),
  });

const STRUCK = {
  'xl/styles.xml':
    '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>',
};

/** Workbooks of at most 16 MiB, most of which are more when they are unpacked. */
export const HOSTILE_WORKBOOKS: Record<string, () => Promise<Buffer>> = {
  'a sheet of blanks that is 140 MiB': () => sheet(header + ' '.repeat(140 * MIB)),
  'a text of 60 MiB': () => sheet(`<row r="1">${cell('A', 1, 'x'.repeat(60 * MIB))}</row>`),
  'a million rows without cells': () => sheet(header + '<row/>'.repeat(1_000_000)),
  'elements in elements': () => sheet('<row>'.repeat(1_000_000)),
  'an element of very many attributes': () => sheet(`<row ${Array.from({ length: 300_000 }, (_, n) => `a${n}=""`).join(' ')}/>`), // prettier-ignore
  'very many entities': () => sheet(`<row r="1">${cell('A', 1, '&amp;'.repeat(3_000_000))}</row>`),
  'an unknown entity': () => sheet(`<row r="1">${cell('A', 1, '&lol;')}</row>`),
  '300,000 shared texts': () =>
    workbook({
      sheets: [{ name: 'Rows', rows: header }],
      strings: Array.from({ length: 300_000 }, (_, n) => `t${n}`),
    }),
  'one long text in very many cells': () =>
    workbook({
      sheets: [
        { name: 'Rows', rows: header + Array.from({ length: 19_000 }, (_, n) => `<row r="${n + 2}">${['A', 'B', 'G'].map((at) => `<c r="${at}${n + 2}" t="s"><v>0</v></c>`).join('')}</row>`).join('') }, // prettier-ignore
      ],
      strings: ['x'.repeat(32_000)],
    }),
  '400,000 formats and styles': () =>
    workbook({ sheets: [{ name: 'Rows', rows: header }], formats: Array.from({ length: 400_000 }, (_, n) => `0.00"${n}"`) }), // prettier-ignore
  'very many rules that each hold for all rows': () => {
    const rows =
      header + Array.from({ length: 10_000 }, (_, n) => `<row r="${n + 2}">${cell('A', n + 2, 'x')}</row>`).join('');
    const rule = (n: number) => `<conditionalFormatting sqref="A1:G20000 A${n + 1}:B${n + 3}"><cfRule type="containsText" dxfId="0" priority="${n + 1}" text="t${n}"><formula>SEARCH("t${n}",A1)</formula></cfRule></conditionalFormatting>`; // prettier-ignore
    return workbook({ sheets: [{ name: 'Rows', rows, after: Array.from({ length: 30_000 }, (_, n) => rule(n)).join('') }], parts: STRUCK }); // prettier-ignore
  },
  'a cell in the last column': () => sheet(`${header}<row r="2">${cell('XFD', 2, 'x')}</row>`),
  'a row of very many cells': () => sheet(`<row r="1">${cell('A', 1, 'x').repeat(200_000)}</row>`),
  'two thousand sheets': () =>
    workbook({ sheets: Array.from({ length: 2_000 }, (_, n) => ({ name: `S${n}`, rows: '' })) }),
  'ten thousand formats': () => workbook({ sheets: [{ name: 'Rows', rows: header }], formats: Array.from({ length: 10_000 }, () => '[$-x]'.repeat(50)) }), // prettier-ignore
  'a format of very many open brackets': () => dated('[$-'.repeat(40_000)),
  'a format of very many sections': () => dated('[$-'.repeat(40_000) + '0;'.repeat(20_000)),
  'formats of open brackets, each as long as may be': () => dated('[$-'.repeat(85), 10_000),
  'noise that begins like a workbook': () =>
    Promise.resolve(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(16 * MIB - 100, 'PK')])),
};
