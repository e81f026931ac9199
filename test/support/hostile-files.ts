import { randomBytes } from 'node:crypto';
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

/** How much of a part is repeated: a little less than may be unpacked, with so much noise between that it is packed to more than a two hundredth. */
const WITHIN = 62 * MIB;
const BETWEEN_NOISE = 1_000;

/** A token again and again; the noise is a text, or a comment where there can be none. */
function noisy(token: string, noise: (text: string) => string = (text) => `<!--${text}-->`): string {
  const block = token.repeat(Math.ceil(BETWEEN_NOISE / token.length));
  const blocks: string[] = [];
  for (let size = 0; size < WITHIN; size += block.length + 30)
    blocks.push(block, noise(randomBytes(6).toString('hex')));
  return blocks.join('');
}
const plainly = (text: string): string => text;
const inSheet = (rows: string) => sheet(header + rows);
const inCell = (content: string) => inSheet(`<row r="2">${cell('A', 2, content)}</row>`);
const afterRows = (after: string) => workbook({ sheets: [{ name: 'Rows', rows: header, after }] });
const inStrings = (strings: string) => workbook({ sheets: [{ name: 'Rows', rows: header }], strings: [strings] });
const inPart = (name: string, content: string) => workbook({ sheets: [{ name: 'Rows', rows: header }], parts: { [name]: content } }); // prettier-ignore

/** Workbooks that are within each bound of size, and repeat one thing: as text, as elements, and in each place where something is collected. */
export const WORKBOOKS_WITHIN_BOUNDS: Record<string, () => Promise<Buffer>> = {
  'letters in a cell': () => inCell(noisy('x', plainly)),
  'entities in a cell': () => inCell(noisy('&amp;', plainly)),
  'numbered characters in a cell': () => inCell(noisy('&#65;', plainly)),
  'ends of a CDATA section that does not end': () => inCell(`<![CDATA[${noisy(']]', plainly)}`),
  'beginnings of CDATA sections': () => inCell(`<![CDATA[${noisy('<![CDATA[', plainly)}`),
  'CDATA sections in a cell': () => inCell(noisy('<![CDATA[x]]>')),
  'digits of a number': () => inSheet(`<row r="2"><c r="A2"><v>${noisy('9', () => '8')}</v></c></row>`),
  'comments between the digits of a number': () =>
    inSheet(`<row r="2"><c r="A2"><v>${noisy('9<!---->')}</v></c></row>`),
  'texts in a cell': () => inSheet(`<row r="2"><c r="A2" t="inlineStr"><is>${noisy('<t>x</t>')}</is></c></row>`),
  'runs in a shared text': () => inStrings(`<si>${noisy('<r><t>a</t></r>')}</si>`),
  'ways to say a shared text': () => inStrings(`<si>${noisy('<rPh><t>a</t></rPh>')}</si>`),
  'shared texts': () => inStrings(noisy('<si><t>a</t></si>')),
  'empty shared texts': () => inStrings(noisy('<si/>')),
  'letters in a shared text': () => inStrings(`<si><t>${noisy('x', plainly)}</t></si>`),
  'blanks between rows': () => inSheet(noisy(' ', plainly)),
  'blanks and rows': () => inSheet(noisy(`${' '.repeat(900)}<row/>`)),
  'rows without cells': () => inSheet(noisy('<row/>')),
  'cells without content': () => inSheet(`<row r="2">${noisy('<c/>')}</row>`),
  'rows of cells without content': () => inSheet(noisy(`<row>${'<c/>'.repeat(900)}</row>`)),
  'elements that are not known': () => inSheet(noisy('<x/>')),
  comments: () => inSheet(noisy('<!---->')),
  'dashes of a comment': () => inSheet(`<!--${noisy('-x', plainly)}`),
  instructions: () => inSheet(noisy('<?a b?>')),
  'an instruction that does not end': () => inSheet(`<?a ${noisy('? ', plainly)}`),
  'a name that does not end': () => inSheet(`<${noisy('a', plainly)}`),
  'an entity that does not end': () => inCell(`&${noisy('a', plainly)}`),
  'letters of an attribute': () => inSheet(`<row x="${noisy('a', plainly)}"/>`),
  'entities in an attribute': () => inSheet(`<row x="${noisy('&#65;', plainly)}"/>`),
  'attributes of an element': () => inSheet(`<row ${noisy('a="1" ', (text) => `b${text}="" `)}/>`),
  'merged cells': () => afterRows(`<mergeCells>${noisy('<mergeCell ref="A1:XFD1048576"/>')}</mergeCells>`),
  'areas of a rule': () => afterRows(`<x14:sqref>${noisy('A1:B2 ', () => 'C1:D2 ')}</x14:sqref>`),
  'rules of one area': () => afterRows(noisy('<conditionalFormatting sqref="A1:B2"><cfRule type="expression" dxfId="0" priority="1"><formula>1</formula></cfRule></conditionalFormatting>')), // prettier-ignore
  'texts above the page': () => afterRows(`<headerFooter>${noisy('<oddHeader>x</oddHeader>')}</headerFooter>`),
  'letters above the page': () =>
    afterRows(`<headerFooter><oddHeader>${noisy('x', plainly)}</oddHeader></headerFooter>`),
  columns: () => inPart('xl/worksheets/sheet1.xml', `<worksheet><cols>${noisy('<col min="1" max="9" hidden="1"/>')}</cols><sheetData>${header}</sheetData></worksheet>`), // prettier-ignore
  styles: () => inPart('xl/styles.xml', `<styleSheet><cellXfs>${noisy('<xf numFmtId="14"/>')}</cellXfs></styleSheet>`),
  fonts: () => inPart('xl/styles.xml', `<styleSheet><fonts>${noisy('<font><strike/></font>')}</fonts></styleSheet>`),
  formats: () => inPart('xl/styles.xml', `<styleSheet><numFmts>${noisy('<numFmt numFmtId="171" formatCode="[$-409]yyyy"/>')}</numFmts></styleSheet>`), // prettier-ignore
  sheets: () => inPart('xl/workbook.xml', `<workbook><sheets>${noisy('<sheet name="s" sheetId="2" r:id="rId1"/>')}</sheets></workbook>`), // prettier-ignore
  relations: () => inPart('xl/_rels/workbook.xml.rels', `<Relationships>${noisy('<Relationship Id="r" Type="x" Target="y"/>')}</Relationships>`), // prettier-ignore
};
