import type { Speaker } from '#libs/core/languages/say';
import { mergePdfs } from '#libs/core/pdf/merge';
import type { Printer } from '#libs/core/pdf/printer';
import { footers, type Paper } from '#libs/documents/page';
import { linesAtOnce, partsOf } from '#libs/documents/parts';

/** Which part of a list a page has. */
export interface Part {
  first: boolean;
  whole: boolean;
}

/** Prints a list without pictures; a long one in parts that are laid together, with the feet of the whole. */
export function printParts<Line extends { building_id: string; floor: string | null }>(
  printer: Printer,
  { paper, speaker }: { paper: Paper; speaker: Speaker },
  lines: Line[],
  pageOf: (lines: Line[], part: Part) => string,
): Promise<Buffer> {
  const parts = partsOf(lines, linesAtOnce(false));
  if (parts.length <= 1) return printer.printPdf(pageOf(lines, { first: true, whole: true }));
  const print = async function* () {
    for (const [index, part] of parts.entries())
      yield await printer.printPdf(pageOf(part, { first: index === 0, whole: false }));
  };
  return mergePdfs(print(), (pages) =>
    printer.printPdf(footers(pages, paper, speaker), { tagged: false, transparent: true }),
  );
}
