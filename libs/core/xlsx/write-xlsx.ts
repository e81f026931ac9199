import { Readable, Transform, type TransformCallback } from 'node:stream';
import { ZipFile } from 'yazl';
import { sheetHead, SHEET_TAIL, workbookParts } from '#libs/core/xlsx/workbook-parts';

/** The most rows of a sheet below its header. */
export const MOST_SHEET_ROWS = 1_048_575;

/** Makes a sheet of rows that are XML already. */
export class SheetXml extends Transform {
  constructor(columns: readonly string[]) {
    super();
    this.push(sheetHead(columns));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(null, SHEET_TAIL);
  }
}

/** A workbook with one sheet, packed as the sheet arrives. When the reader stops, the sheet stops. */
export function workbookOf(sheet: Readable, name: string): Readable {
  const zip = new ZipFile();
  const file = zip.outputStream as Readable;
  zip.on('error', (error) => file.destroy(error as Error));
  file.on('close', () => sheet.destroy());
  for (const [part, text] of Object.entries(workbookParts(name))) zip.addBuffer(Buffer.from(text), part);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 3 });
  zip.end();
  return file;
}
