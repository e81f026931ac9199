import { PDFDocument } from 'pdf-lib';

/** One PDF of several, in order, with a page of `overlay` upon each page. */
export async function mergePdfs(
  parts: AsyncIterable<Buffer>,
  overlayOf: (pages: number) => Promise<Buffer>,
): Promise<Buffer> {
  const whole = await PDFDocument.create();
  for await (const part of parts) {
    const source = await PDFDocument.load(part, { updateMetadata: false });
    for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page);
  }
  const pages = whole.getPages();
  const overlay = await PDFDocument.load(await overlayOf(pages.length));
  const stamps = await whole.embedPages(overlay.getPages());
  for (const [index, page] of pages.entries()) {
    const stamp = stamps[index];
    if (stamp) page.drawPage(stamp);
  }
  return Buffer.from(await whole.save());
}
