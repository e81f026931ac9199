import type { Archive } from '#libs/core/xlsx/archive';
import { relationsOf } from '#libs/core/xlsx/parts';
import { readXml } from '#libs/core/xlsx/xml';

/** The lines of a sheet, from 1, that have a comment on a cell: the text of a comment is not in any cell. */
export async function readCommented(archive: Archive, sheet: string): Promise<Set<number>> {
  const lines = new Set<number>();
  for (const { type, part } of (await relationsOf(archive, sheet)).values()) {
    if (!/\/(comments|threadedComment)$/.test(type) || !archive.has(part)) continue;
    await readXml(archive.read(part), {
      open: (element, { ref }) => {
        const [, line] = /^\$?[A-Z]{1,3}\$?(\d{1,7})$/i.exec(ref ?? '') ?? [];
        if (/comment$/i.test(element) && line !== undefined) lines.add(Number(line));
      },
    });
  }
  return lines;
}
