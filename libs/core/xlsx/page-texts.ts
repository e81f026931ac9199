const PARTS = ['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter'];
/** Longer ones are not printed whole: a spreadsheet writes at most 255 characters. */
const LONGEST = 1_000;
/** Fonts, sizes, colours, and what a program puts in: the number of the page, the day, the name of the file. */
const CODES = /&(?:"[^"]*"|K[0-9A-F]{6}|K\d{2}[+-]\d{3}|\d+|[A-Z])/giu;

/** Hears what is above and below the pages of a sheet when it is printed. */
export class PageTexts {
  /** What they say in words. */
  readonly texts = new Set<string>();
  private text: string | undefined;

  open(element: string): void {
    if (PARTS.includes(element)) this.text = '';
  }

  add(text: string): void {
    if (this.text !== undefined && this.text.length < LONGEST) this.text += text.slice(0, LONGEST);
  }

  close(element: string): void {
    if (this.text === undefined || !PARTS.includes(element)) return;
    // Two of these signs are one.
    const said = this.text.replace(/&&/gu, ' and ').replace(CODES, ' ').replace(/\s+/gu, ' ').trim();
    if (/\p{L}/u.test(said) && this.texts.size < PARTS.length) this.texts.add(said);
    this.text = undefined;
  }
}
