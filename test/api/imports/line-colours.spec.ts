import { describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { escaped, workbook } from '../../support/workbook.js';

const { desk } = await useImportDesk();
const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end', 'email'];
const solid = (colour: string) => `<fill><patternFill patternType="solid"><fgColor ${colour}/></patternFill></fill>`;
/** Fonts and fills, and which of them the cells of a style have. */
const FONTS = ['', '<color rgb="FFFFFFFF"/>', '<color rgb="FF999999"/>', '<color indexed="10"/>', '<color theme="1"/>', '<u/><color theme="10"/>', '<color theme="0" tint="-0.05"/>', '<color rgb="FF404040"/>', '<color theme="5"/>']; // prettier-ignore
const FILLS = ['<fill><patternFill patternType="none"/></fill>', '<fill><patternFill patternType="gray125"/></fill>', solid('rgb="FFFFFF00"'), solid('rgb="FFF2F2F2"'), solid('theme="4" tint="0.8"'), solid('rgb="FF1F3864"'), solid('theme="5"')]; // prettier-ignore
const STYLES = { plain: [0, 0], white: [1, 0], grey: [2, 0], red: [3, 0], ink: [4, 0], link: [5, 0], pale: [6, 0], dark: [7, 3], yellow: [0, 2], light: [0, 3], blue: [0, 4], onNavy: [1, 5], hidden: [8, 6] } as const; // prettier-ignore
type Style = keyof typeof STYLES;
const xf = ([font, fill]: readonly [number, number]) => `<xf numFmtId="0" fontId="${font}" fillId="${fill}"/>`;
const PARTS = {
  'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts>${FONTS.map((font) => `<font>${font}</font>`).join('')}</fonts><fills>${FILLS.join('')}</fills><cellXfs>${Object.values(STYLES).map(xf).join('')}</cellXfs></styleSheet>`,
};

/** Sends rows of which each cell has one of some styles, the last one when there are no more. */
async function send(lines: Style[][], declared?: object) {
  const rows = [HEADERS];
  for (const [index] of lines.entries()) {
    const email = `colours${index}.${Math.random().toString(36).slice(2)}@uni.example`;
    const { cells } = await desk.pair({ email });
    rows.push([...(Object.values(cells) as string[]), email]);
  }
  const style = (line: number, column: number) => Object.keys(STYLES).indexOf(lines[line - 1]?.[column] ?? lines[line - 1]?.at(-1) ?? 'plain'); // prettier-ignore
  const cell = (text: string, line: number, column: number) =>
    `<c s="${style(line, column)}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  const xml = rows.map((row, line) => `<row r="${line + 1}">${row.map((text, column) => cell(text, line, column)).join('')}</row>`).join(''); // prettier-ignore
  const file = await workbook({ sheets: [{ name: 'Sheet1', rows: xml }], parts: PARTS });
  const query = new URLSearchParams({ site: desk.site.id, ...(declared && { columns: JSON.stringify(declared) }) });
  const { body } = await desk.client.post(`/bookings/import/preview?${query.toString()}`, file, { 'content-type': XLSX_TYPE }); // prettier-ignore
  return body;
}
const seen = async (...lines: Style[][]) => (await send(lines)).rows.map(codes);

describe('the colours of a sheet', () => {
  test.each([['white'], ['pale'], ['hidden']] as Style[][])(
    'make a line a question whose text nobody sees: %s',
    async (style) => {
      expect((await seen(['plain'], [style as unknown as Style], ['plain']))[1]).toContain('ragged_row');
      expect((await seen(['plain'], ['plain', style as unknown as Style, 'plain'], ['plain']))[1]).toContain('ragged_row'); // prettier-ignore
    },
  );

  test.each([['grey'], ['red'], ['yellow'], ['blue'], ['onNavy']] as Style[][])(
    'are a question once for the file where few lines have them: %s',
    async (each) => {
      const lines: Style[][] = [['plain'], [each as unknown as Style], ['plain'], ['plain', 'plain', each as unknown as Style, 'plain']]; // prettier-ignore
      const { rows, columns } = await send(lines);
      expect(rows.map(codes)).toEqual([[], ['unread_column'], [], ['unread_column']]);
      expect(columns.unknown).toEqual(['line colour']);
      expect((await send(lines, { 'line colour': 'ignore' })).summary).toMatchObject({ ready: 4 });
    },
  );

  test('say nothing where all lines have them, where they come in turns, where text is nearly black, and in links', async () => {
    const nothing = (lines: Style[][]) => lines.map(() => []);
    for (const lines of [
      [['blue'], ['blue'], ['blue']],
      [
        ['plain', 'yellow', 'plain'],
        ['plain', 'yellow', 'plain'],
      ],
      [['blue'], ['plain'], ['blue'], ['plain'], ['blue'], ['plain']],
      [['ink'], ['dark'], ['plain'], ['light']],
      [['plain'], ['plain', 'plain', 'plain', 'plain', 'link'], ['plain']],
    ] as Style[][][])
      expect(await seen(...lines)).toEqual(nothing(lines));
  });

  test('say something of the lines that lack the colour of most', async () => {
    expect(await seen(['blue'], ['blue'], ['plain'], ['blue'])).toEqual([[], [], ['unread_column'], []]);
  });
});
