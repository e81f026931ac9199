import { describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { textRows, workbook } from '../../support/workbook.js';

const { desk } = await useImportDesk({});
const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end', 'status'];
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
/** What rules do with cells, by their numbers. */
const LOOKS = [
  '<font><color rgb="FFFF0000"/></font>',
  '<font><color rgb="FFFFFFFF"/></font>',
  '<fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill>',
  '<numFmt numFmtId="180" formatCode="&quot;Cancelled&quot;;;;&quot;Cancelled&quot;"/>',
  '<font><strike/></font>',
  '<font><b/></font><border><left><color rgb="FFFF0000"/></left></border>',
];
const STYLES = { 'xl/styles.xml': `<styleSheet ${MAIN}><dxfs>${LOOKS.map((look) => `<dxf>${look}</dxf>`).join('')}</dxfs></styleSheet>` }; // prettier-ignore
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Previews four rows in the lines 2 to 5 of a sheet, with something below its cells. */
async function seen(below: string, { parts = {}, columns }: { parts?: Record<string, string>; columns?: object } = {}) {
  const lines: string[][] = [];
  for (let index = 0; index < 4; index++)
    lines.push([...Object.values((await desk.pair()).cells), 'confirmed'] as string[]);
  const rows = `${textRows(HEADERS, ...lines)}</sheetData>${below}<sheetData>`;
  const file = await workbook({ sheets: [{ name: 'Sheet1', rows }], parts: { ...STYLES, ...parts } });
  const query = new URLSearchParams({ site: desk.site.id, ...(columns && { columns: JSON.stringify(columns) }) });
  const { body } = await desk.client.post(`/bookings/import/preview?${query.toString()}`, file, { 'content-type': XLSX_TYPE }); // prettier-ignore
  return body;
}
const asked = async (...given: Parameters<typeof seen>) => (await seen(...given)).rows.map((row: never) => codes(row));
const [ASKED, LINE] = [['unread_column'], ['ragged_row']];

describe('a rule of conditional formatting', () => {
  const rule = (area: string, look: number, formula: string, type = 'expression') =>
    `<conditionalFormatting sqref="${area}"><cfRule type="${type}" dxfId="${look}" priority="1"><formula>${formula}</formula></cfRule></conditionalFormatting>`;

  test.each([
    ['colours some of the lines', rule('A4:E4', 0, '$E4="confirmed"')],
    ['hides some of them', rule('A4:E4', 1, '$E4="confirmed"')],
    ['fills some of them', rule('A4:E4', 2, '$E4="confirmed"')],
    ['shows another text in some of them', rule('E4', 3, '$E4="confirmed"')],
    ['crosses some of them out', rule('A4:E4', 4, 'TRUE')],
    ['looks at the values of some of them', rule('E4', 2, '"confirmed"', 'cellIs')],
  ])('that %s makes them questions, until the file is settled', async (_, xml) => {
    expect(await asked(xml)).toEqual([[], [], ASKED, []]);
    expect((await seen(xml, { columns: { 'line colour': 'ignore' } })).summary).toMatchObject({ ready: 4 });
  });

  test.each([
    ['another sheet', rule('A2:E5', 2, 'COUNTIF(Leavers!A:A,$A2)&gt;0')],
    ['a cell that is the same for all', rule('A2:E5', 2, '$E2=$K$1')],
    ['another line', rule('A2:E5', 2, '$A2&lt;&gt;$A1')],
    ['what a name stands for', rule('A2:E5', 2, 'Cancelled')],
    ['one person', rule('A2:E5', 4, '$A2="KC1002"')],
    ['the number of a line', rule('A2:E5', 2, 'ROW()=3')],
    ['one of some lines', rule('A2:E5', 2, 'OR(ROW()=3,ROW()=5)')],
    ['the end of an id', rule('A2:E5', 4, 'RIGHT($A2,1)="2"')],
    ['some rooms', rule('A2:E5', 0, 'OR($B2="N-101",$B2="N-105")')],
    ['an id that is a number', rule('A2:E5', 0, '$A2=260336')],
    ['one day', rule('A2:E5', 0, '$C2=DATE(2027,9,19)')],
    ['the value of one cell', rule('A2:A5', 0, '"KC1002"', 'cellIs')],
    ['its own cells, and hides them', rule('A2:E5', 1, '$E2="confirmed"')],
    [
      'another sheet, as newer programs write it',
      `<extLst><ext><x14:conditionalFormattings xmlns:x14="x"><x14:conditionalFormatting><x14:cfRule type="expression"><xm:f xmlns:xm="m">Leavers!$A2=$A2</xm:f><x14:dxf><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></x14:dxf></x14:cfRule><xm:sqref xmlns:xm="m">A2:E5</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
    ],
  ])('that looks at %s makes all of its lines questions', async (_, xml) => {
    expect(await asked(xml)).toEqual([ASKED, ASKED, ASKED, ASKED]);
  });

  test.each([
    ['all lines by their own cells', rule('A2:E5', 2, '$E2="confirmed"')],
    ['all lines, in pieces', rule('A2:E3 A5:E9', 2, '$E2="x"') + rule('A4:E4', 2, '$E4="x"')],
    ['lines in turns', rule('A1:Z999', 2, 'MOD(ROW(),2)=0')],
    ['lines in turns of three', rule('A1:Z999', 2, 'MOD(ROW()-2,3)=1')],
    ['lines in turns by another word', rule('A2:E5', 2, 'ISODD(ROW())')],
    ['stays that are over', rule('A2:E5', 2, 'AND($D2&lt;&gt;"",$D2&lt;TODAY()+30)')],
    ['cells without text', rule('A2:E5', 2, 'LEN(TRIM($B2))=0')],
    ['values of a column', rule('E1:E1048576', 2, '"confirmed"', 'cellIs')],
    ['cells by bold text and borders', rule('A4:E4', 5, 'TRUE')],
    ['cells with bars', '<conditionalFormatting sqref="A4"><cfRule type="dataBar"><dataBar><cfvo type="min"/><color rgb="FFFF0000"/></dataBar></cfRule></conditionalFormatting>'], // prettier-ignore
  ])('that marks %s says nothing more than they do', async (_, xml) => {
    expect((await seen(xml)).summary).toMatchObject({ ready: 4 });
  });
});

describe('what is drawn on a sheet', () => {
  const drawing = (anchor: string) => ({
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="rId1" Type="${RELATION}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
    'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="d" xmlns:a="a">${anchor}</xdr:wsDr>`,
  });
  const at = ([column, row]: [number, number], [toColumn, toRow]: [number, number], what: string) =>
    drawing(`<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:to><xdr:col>${toColumn}</xdr:col><xdr:row>${toRow}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${what}</xdr:twoCellAnchor>`); // prettier-ignore
  const TEXT = '<xdr:sp><xdr:txBody><a:p><a:r><a:t>do not book</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
  const [ARROW, PICTURE] = ['<xdr:cxnSp/>', '<xdr:pic/>'];

  test.each([
    ['a text', TEXT],
    ['an arrow', ARROW],
    ['a picture', PICTURE],
  ])('%s on a line makes it a question', async (_, what) => {
    expect(await asked('', { parts: at([1, 3], [2, 4], what) })).toEqual([[], [], LINE, []]);
  });

  test.each([
    ['beside a line', at([9, 3], [10, 4], TEXT)],
    ['below all lines', at([0, 20], [3, 22], TEXT)],
    ['on most lines', at([0, 1], [5, 5], TEXT)],
    ['anywhere', drawing(`<xdr:absoluteAnchor>${TEXT}</xdr:absoluteAnchor>`)],
  ])('a text %s makes all of them questions, until the file is settled', async (_, parts) => {
    expect(await asked('', { parts })).toEqual([ASKED, ASKED, ASKED, ASKED]);
    expect((await seen('', { parts, columns: { 'section line': 'ignore' } })).summary).toMatchObject({ ready: 4 });
  });

  test('a picture above or beside the lines says nothing, and neither does what programs show in place of others', async () => {
    const slicer = `<mc:AlternateContent xmlns:mc="m"><mc:Choice><xdr:graphicFrame/></mc:Choice><mc:Fallback>${TEXT}</mc:Fallback></mc:AlternateContent>`;
    for (const parts of [at([0, 0], [5, 1], PICTURE), at([9, 1], [12, 5], PICTURE), at([9, 1], [12, 5], slicer)])
      expect((await seen('', { parts })).summary).toMatchObject({ ready: 4 });
  });
});

test('rows of a line that is coloured as a whole, and of a sheet that hides its lines, are questions', async () => {
  const styles = `<styleSheet ${MAIN}><fonts><font/></fonts><fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFF0000"/></patternFill></fill></fills><cellXfs><xf/><xf fillId="2"/></cellXfs></styleSheet>`;
  const preview = async (change: (xml: string) => string) => {
    const lines = [];
    for (let index = 0; index < 4; index++) lines.push([...Object.values((await desk.pair()).cells), 'confirmed'] as string[]); // prettier-ignore
    const rows = change(textRows(HEADERS, ...lines));
    const file = await workbook({ sheets: [{ name: 'Sheet 1 - Table 1', rows }], parts: { 'xl/styles.xml': styles } });
    const { body } = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}`, file, { 'content-type': XLSX_TYPE }); // prettier-ignore
    return body.rows.map(codes);
  };
  expect(await preview((xml) => xml.replace('<row r="4"', '<row r="4" s="1" customFormat="1"'))).toEqual([
    [],
    [],
    ASKED,
    [],
  ]);
  expect(await preview((xml) => xml.replace('<row r="4"', '<row r="4" s="1"'))).toEqual([[], [], [], []]);
  const hidden = '</sheetData><sheetFormatPr defaultRowHeight="15" zeroHeight="1"/><sheetData>';
  const seenLines = (xml: string) => xml.replaceAll(/<row r="[1235]"/gu, '$& ht="15"');
  expect(await preview((xml) => hidden + seenLines(xml))).toEqual([[], [], LINE, []]);
});

test('words above or below the printed pages make all lines questions, numbers of pages do not', async () => {
  const page = (text: string, part = 'oddHeader') => `<headerFooter><${part}>${text}</${part}></headerFooter>`;
  for (const xml of [
    page('&amp;CDRAFT - all cancelled'),
    page('&amp;L&amp;"Arial,Bold"&amp;12Waiting list', 'firstFooter'),
  ])
    expect(await asked(xml)).toEqual([ASKED, ASKED, ASKED, ASKED]);
  for (const xml of [
    page('&amp;C&amp;"Times New Roman,Regular"&amp;12&amp;A') + page('Page &amp;P of &amp;N', 'oddFooter'),
    page('&amp;LArrivals&amp;RConfidential &amp;D'),
  ])
    // prettier-ignore
    expect((await seen(xml)).summary).toMatchObject({ ready: 4 });
});
