import { addTo } from '#libs/core/collections/grouped';
import type { Archive } from '#libs/core/xlsx/archive';
import { relationsOf } from '#libs/core/xlsx/parts';
import { readXml } from '#libs/core/xlsx/xml';

/** The cells of a sheet that have a comment, by their lines, from 1, as the letters of their columns: the text of a comment is not in any cell. */
export async function readCommented(archive: Archive, sheet: string): Promise<Map<number, string[]>> {
  const lines = new Map<number, string[]>();
  for (const { type, part } of (await relationsOf(archive, sheet)).values()) {
    if (!/\/(comments|threadedComment)$/.test(type) || !archive.has(part)) continue;
    await readXml(archive, part, {
      open: (element, { ref }) => {
        const [, column, line] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(ref ?? '') ?? [];
        if (/comment$/i.test(element) && column !== undefined) addTo(lines, Number(line), column);
      },
    });
  }
  return lines;
}
