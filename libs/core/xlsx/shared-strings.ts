import { DomainError } from '#libs/core/errors/domain-error';
import type { Archive } from '#libs/core/xlsx/archive';
import { guarded, plainText } from '#libs/core/xlsx/cell-text';
import { isColour, isStrike, isTiny } from '#libs/core/xlsx/looks';
import { joined, readXml } from '#libs/core/xlsx/xml';

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
  await readXml(archive, part, {
    open: (element, attributes) => {
      if (element === 'si') pieces.start();
      else pieces.open(element, attributes);
    },
    text: (text) => pieces.add(text),
    close: (element) => {
      pieces.close(element);
      if (element !== 'si') return;
      const text = guarded(plainText(pieces.text));
      if (strings.push(pieces.doubt === undefined ? text : { text, doubt: pieces.doubt }) > MOST)
        throw new DomainError('payload_too_large', `The workbook has more than ${MOST} texts.`);
    },
  });
  return strings;
}

/** A text; with the reason to check it when it is an object. */
export type SharedString = string | { text: string; doubt: string };

export const STRUCK = 'a text of this line is crossed out';
const RAISED = 'a part of a text of this line is raised or lowered, and may be a note';

const COLOURED = 'a part of a text of this line has a colour or a size of its own, which is not read';

/** A text that is written in pieces, each with its own font; how it is spoken is no part of it. */
export class TextPieces {
  text = '';
  /** Why a person has to check the text. */
  doubt: string | undefined;
  private isText = false;
  private isSpoken = false;

  start(): void {
    [this.text, this.isText, this.isSpoken, this.doubt] = ['', false, false, undefined];
  }

  open(element: string, attributes: Record<string, string>): void {
    if (isStrike(element, attributes)) this.doubt = STRUCK;
    if (element === 'vertAlign' && attributes['val'] !== 'baseline') this.doubt ??= RAISED;
    if (isColour(element, attributes) || isTiny(element, attributes)) this.doubt ??= COLOURED;
    if (element === 'rPh') this.isSpoken = true;
    else if (element === 't') this.isText = !this.isSpoken;
  }

  add(text: string): void {
    if (this.isText) this.text = joined(this.text, text);
  }

  close(element: string): void {
    if (element === 'rPh') this.isSpoken = false;
    else if (element === 't') this.isText = false;
  }
}
