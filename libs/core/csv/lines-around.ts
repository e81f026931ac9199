import { isFooter } from '#libs/core/csv/footers';

/** `words` are names of columns that nobody knows, or a remark. */
export type Line = { kind: 'heading' | 'names' | 'words'; text: string } | { kind: 'same names' };
type Lines = readonly (Line | undefined)[];

/** What the lines above each row say of it: those of a heading belong to it until the next one. */
export function textsBefore(lines: Lines): (string | undefined)[] {
  let heading: string | undefined;
  let names: string | undefined;
  return lines.map((line) => {
    if (line?.kind === 'heading') heading = line.text;
    if (line?.kind === 'names' || line?.kind === 'words') names = line.text;
    if (line?.kind === 'same names') names = undefined;
    const texts = [heading, names].filter((each) => each !== undefined);
    return texts.length > 0 ? texts.join(' / ') : undefined;
  });
}

/** An id or a number alone is a row that somebody began, or a count: it says nothing of others. */
const NUMBER = /^[\p{L}._/-]{0,6}\d[\d\p{L}._/-]{0,12}$/u;

/**
 * What the line below each row says of it. A remark is often below the rows that it is about, and only some lines show that they are not: one that ends
 * with a colon or an arrow, one that comes after an empty line and directly before a row, and sums.
 */
export function textsAfter(rows: readonly { row_index: number }[], lines: Lines): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  const last = lines.lastIndexOf(undefined);
  let text: string | undefined;
  for (let index = rows.length - 1; index >= 0; index--) {
    const line = lines[index];
    const [previous, own, next] = [rows[index - 1], rows[index], rows[index + 1]].map((row) => row?.row_index);
    const isApart = (one?: number, other?: number) => one === undefined || other === undefined || other - one > 1;
    const beginsBlock = index < last && isApart(previous, own) && !isApart(own, next);
    if (line?.kind === 'heading' || line?.kind === 'words')
      text =
        isFooter(line.text) || NUMBER.test(line.text) || /[:：↓⬇]\s*$/u.test(line.text) || beginsBlock
          ? undefined
          : line.text;
    else if (line !== undefined) text = undefined;
    texts[index] = text;
  }
  return texts;
}
