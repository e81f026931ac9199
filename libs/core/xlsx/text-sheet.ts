import { sheetHead, SHEET_TAIL, STYLES } from '#libs/core/xlsx/workbook-parts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_' };
/** What XML cannot hold. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Text as the XML of a sheet has it. */
export const sheetText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(NO_XML, (sign) => `_x${hex(sign)}_`);

const cell = (text: string): string =>
  text === ''
    ? '<c/>'
    : `<c s="${STYLES.text}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`;

/** The XML of a sheet of texts; the first line is its header. */
export function* textSheet([header = [], ...lines]: readonly (readonly string[])[]): Generator<Buffer> {
  yield Buffer.from(sheetHead(header.map(sheetText)));
  for (const line of lines) yield Buffer.from(`<row>${line.map(cell).join('')}</row>`);
  yield Buffer.from(SHEET_TAIL);
}
