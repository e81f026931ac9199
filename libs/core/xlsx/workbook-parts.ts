const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cells by what they hold; the numbers of `cellXfs` below. */
export const STYLES = { plain: 0, text: 1, date: 2, instant: 3, header: 4 } as const;

const relations = (...all: [kind: string, target: string][]) =>
  `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships">${all
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${FORMATS}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const part = (name: string, kind: string) => `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${kind}+xml"/>`;

/** The parts of a workbook other than its sheet, `xl/worksheets/sheet1.xml`. */
export const workbookParts = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${FORMATS}/officeDocument/2006/relationships"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

/** A sheet up to its rows: the header stays in sight. */
export const sheetHead = (columns: readonly string[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData><row>${columns
    .map((name) => `<c s="${STYLES.header}" t="inlineStr"><is><t>${name}</t></is></c>`)
    .join('')}</row>`;
export const SHEET_TAIL = '</sheetData></worksheet>';
