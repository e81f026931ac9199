import { ZipFile } from 'yazl';

export interface SheetXml {
  name: string;
  /** The XML within `sheetData`. */
  rows: string;
  /** The XML after `sheetData`. */
  after?: string;
  state?: 'hidden' | 'veryHidden';
}

export interface WorkbookXml {
  sheets: SheetXml[];
  strings?: string[];
  /** Codes of number formats; style 1 is the first of them, style 0 has none. */
  formats?: string[];
  from1904?: boolean;
  /** Parts that are added, or stand in place of others. */
  parts?: Record<string, string | Buffer>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** A workbook as spreadsheets write it, made by hand: nothing of what reads it takes part. */
export async function workbook({
  sheets,
  strings = [],
  formats = [],
  from1904,
  parts = {},
}: WorkbookXml): Promise<Buffer> {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const all: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${sheets
      .map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relation('rIdS', 'sharedStrings', 'sharedStrings.xml')}${relation('rIdT', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${strings.map((text) => (text.startsWith('<') ? text : `<si><t xml:space="preserve">${escaped(text)}</t></si>`)).join('')}</sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  };
  return zipped(all);
}

export async function zipped(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Lines of plain text, as sheets of libraries have them. */
export const textRows = (...lines: (string | null)[][]): string =>
  lines
    .map((cells, line) => {
      const inner = cells
        .map((text, column) =>
          text === null ? '' : `<c r="${letter(column)}${line + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
        )
        .join('');
      return `<row r="${line + 1}">${inner}</row>`;
    })
    .join('');

const letter = (column: number): string =>
  (column >= 26 ? letter(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** A form with a file, as a browser sends it. */
export function form(
  file: Buffer | string,
  fields: Record<string, string> = {},
  { name = 'file', fileName = 'rows.xlsx' } = {},
) {
  const boundary = '----lodge-boundary-7d1';
  const parts = Object.entries(fields).map(([field, value]) => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)); // prettier-ignore
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n'), ...parts, Buffer.from(`--${boundary}--\r\n`)]); // prettier-ignore
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
