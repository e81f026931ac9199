import { DomainError } from '#libs/core/errors/domain-error';
import type { Archive } from '#libs/core/xlsx/archive';
import { guarded, plainText } from '#libs/core/xlsx/cell-text';
import { isStrike } from '#libs/core/xlsx/number-formats';
import { readXml } from '#libs/core/xlsx/xml';

/** The most different texts of a workbook. */
const MOST = 1_000_000;

/**
 * The texts that the cells of a workbook name by their number.
 * @throws DomainError `payload_too_large`, `validation_failed`
 */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<SharedString[]> {
  if (part === undefined || !archive.has(part)) return [];
  const strings: SharedString[] = [];
  const pieces = new TextPieces();
  await readXml(archive.read(part), {
    open: (element, attributes) => {
      if (element === 'si') pieces.start();
      else pieces.open(element, attributes);
    },
    text: (text) => pieces.add(text),
    close: (element) => {
      pieces.close(element);
      if (element !== 'si') return;
      const text = guarded(plainText(pieces.text));
      if (strings.push(pieces.isStruck ? { text, isStruck: true } : text) > MOST)
        throw new DomainError('payload_too_large', `The workbook has more than ${MOST} texts.`);
    },
  });
  return strings;
}

/** A text; with a part of it crossed out when it is an object. */
export type SharedString = string | { text: string; isStruck: true };

/** A text that is written in pieces, each with its own font; how it is spoken is no part of it. */
export class TextPieces {
  text = '';
  isStruck = false;
  private isText = false;
  private isSpoken = false;

  start(): void {
    [this.text, this.isText, this.isSpoken, this.isStruck] = ['', false, false, false];
  }

  open(element: string, attributes: Record<string, string>): void {
    if (isStrike(element, attributes)) this.isStruck = true;
    if (element === 'rPh') this.isSpoken = true;
    else if (element === 't') this.isText = !this.isSpoken;
  }

  add(text: string): void {
    if (this.isText) this.text += text;
  }

  close(element: string): void {
    if (element === 'rPh') this.isSpoken = false;
    else if (element === 't') this.isText = false;
  }
}
