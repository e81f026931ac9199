import { expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { escaped, workbook } from '../../support/workbook.js';

const { desk } = await useImportDesk({});
const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end', 'notes'];
const FONTS = ['<sz val="11"/>', '<sz val="1"/>', '<b/>', '<i/>', '<u/>', '<u val="double"/>', '<b val="0"/>'];
const FILLS = [
  '<patternFill patternType="none"/>',
  '<patternFill patternType="gray125"/>',
  '<patternFill patternType="solid"><fgColor rgb="FFFF0000"/></patternFill>',
  '<patternFill patternType="darkUp"/>',
  '<patternFill patternType="lightGrid"><fgColor rgb="FFFF0000"/></patternFill>',
];
const side = (name: string, style: string) => `<${name} style="${style}"><color rgb="FFFF0000"/></${name}>`;
const BORDERS = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border diagonalUp="1" diagonalDown="1"><left/><right/><top/><bottom/><diagonal style="thin"/></border>',
  `<border>${side('left', 'thick')}${side('right', 'thick')}${side('top', 'thick')}${side('bottom', 'thick')}</border>`,
  `<border>${side('top', 'thin')}${side('bottom', 'thin')}</border>`,
  '<border><bottom style="thick"><color indexed="64"/></bottom></border>',
];
const FORMATS = ['[White]@', '[Red]@', '[Color2]@', '[Blue]General', '0;[Red]-0', '@'];
/** Styles by their numbers: a plain one, a tiny font, a red fill, and the formats. */
const STYLES = [[0, 0, 0], [0, 1, 0], [0, 0, 2], ...FORMATS.map((_, index) => [164 + index, 0, 0]), [0, 0, 1], [0, 0, 3], [0, 0, 4], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3], [0, 0, 0, 4], [0, 2, 0], [0, 3, 0], [0, 4, 0], [0, 5, 0], [0, 6, 0]]; // prettier-ignore
/** The numbers of those that are listed last. */
const [GREY, HATCHED, RED_GRID, CROSSED, FRAMED, LINED, SEPARATED, BOLD, ITALIC, UNDERLINED, DOUBLE, NOT_BOLD] = Array.from({ length: 12 }, (_, index) => 3 + FORMATS.length + index) as [number, number, number, number, number, number, number, number, number, number, number, number]; // prettier-ignore
const XF = STYLES.map(
  ([format, font, fill, border = 0]) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}"/>`,
).join('');
const PARTS = {
  'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${FORMATS.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts><fonts>${FONTS.map((font) => `<font>${font}</font>`).join('')}</fonts><fills>${FILLS.map((fill) => `<fill>${fill}</fill>`).join('')}</fills><borders>${BORDERS.join('')}</borders><cellXfs>${XF}</cellXfs></styleSheet>`,
};

interface Odd {
  column: number;
  /** Its cell as XML, with `@` for its reference; a style for its usual text is enough. */
  cell?: (text: string) => string;
  style?: number;
  attributes?: string;
  /** Whether all cells of the line have the style. */
  isWhole?: boolean;
}

/** Previews five rows, of which the third one has an odd cell. */
async function seen(
  { column, cell, style = 0, attributes = '', isWhole = false }: Odd,
  parts: Record<string, string> = {},
) {
  const lines = [HEADERS];
  for (let index = 0; index < 5; index++) lines.push(Object.values((await desk.pair()).cells));
  const xml = lines.map((texts, line) => {
    const cells = Array.from({ length: Math.max(texts.length, line === 3 ? column + 1 : 0) }, (_, at) => {
      const [text, isOdd] = [texts[at] ?? '', line === 3 && at === column];
      const own =
        isOdd && cell
          ? cell(escaped(text))
          : text === '' && !isOdd
            ? ''
            : `<c r="@" s="${isOdd || (isWhole && line === 3) ? style : 0}"${text === '' ? '/>' : ` t="inlineStr"><is><t>${escaped(text)}</t></is></c>`}`;
      return own.replace('@', `${String.fromCharCode(65 + at)}${line + 1}`);
    });
    return `<row r="${line + 1}"${line === 3 ? attributes : ''}>${cells.join('')}</row>`;
  });
  const file = await workbook({ sheets: [{ name: 'Sheet1', rows: xml.join('') }], parts: { ...PARTS, ...parts } });
  const { body } = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}`, file, {
    'content-type': XLSX_TYPE,
  });
  return body;
}
const rich = (properties: string) => (text: string) =>
  `<c r="@" t="inlineStr"><is><r><t>${text.slice(0, -1)}</t></r><r><rPr>${properties}</rPr><t>${text.slice(-1)}</t></r></is></c>`;

test.each([
  ['a blank cell in red', { column: 4, style: 2 }, 'unread_column'],
  ['a blank cell in red beyond the last column', { column: 6, style: 2 }, 'unread_column'],
  ['a white end of a text', { column: 1, cell: rich('<color rgb="FFFFFFFF"/>') }, 'ragged_row'],
  ['a red end of a text', { column: 1, cell: rich('<color rgb="FFFF0000"/>') }, 'ragged_row'],
  ['a tiny end of a text', { column: 1, cell: rich('<sz val="1"/>') }, 'ragged_row'],
  ['a tiny text', { column: 1, style: 1 }, 'ragged_row'],
  ...FORMATS.slice(0, 4).map(
    (code, index) =>
      [`the format ${code}`, { column: 1, style: 3 + index }, index % 2 ? 'unread_column' : 'ragged_row'] as const,
  ),
  ['a line in grey dots', { column: 1, style: GREY, isWhole: true }, 'unread_column'],
  ['a hatched cell', { column: 1, style: HATCHED }, 'unread_column'],
  ['a red grid in a blank cell', { column: 4, style: RED_GRID }, 'unread_column'],
  ['a cell that is crossed out by lines', { column: 1, style: CROSSED }, 'ragged_row'],
  ['a line in a red frame', { column: 1, style: FRAMED, isWhole: true }, 'unread_column'],
  ['a bold line', { column: 1, style: BOLD, isWhole: true }, 'unread_column'],
  ['an italic line', { column: 1, style: ITALIC, isWhole: true }, 'unread_column'],
  ['an underlined line', { column: 1, style: UNDERLINED, isWhole: true }, 'unread_column'],
  ['a line that is underlined twice', { column: 1, style: DOUBLE, isWhole: true }, 'unread_column'],
  ['a line that nobody sees', { column: 4, attributes: ' ht="0.75" customHeight="1"' }, 'ragged_row'],
] as [string, Odd, string][])('%s makes its row a question', async (_, odd, code) => {
  const found = (await seen(odd)).rows.map(codes);
  expect(found).toEqual([[], [], expect.arrayContaining([code]), [], []]);
});

test('black parts of texts, and formats that colour other values, say nothing', async () => {
  for (const odd of [
    { column: 1, cell: rich('<b/><color theme="1"/><sz val="11"/>') },
    { column: 1, style: 7 },
    { column: 1, style: 8 },
    { column: 1, style: LINED, isWhole: true },
    { column: 1, style: SEPARATED, isWhole: true },
    { column: 1, style: NOT_BOLD, isWhole: true },
    { column: 1, style: BOLD },
  ])
    expect((await seen(odd)).summary).toMatchObject({ ready: 5 });
});

test('a comment on the name of a column makes it another one, until somebody says what it is', async () => {
  const parts = {
    'xl/worksheets/_rels/sheet1.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>',
    'xl/comments1.xml':
      '<comments><commentList><comment ref="D1"><text><t>last night, not departure day</t></text></comment></commentList></comments>',
  };
  const { rows, columns } = await seen({ column: 1 }, parts);
  expect(columns.unknown).toEqual(['contract_end (comment)']);
  expect(rows.map(codes)).toEqual([1, 2, 3, 4, 5].map(() => ['unread_column']));
});
