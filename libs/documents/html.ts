/** A piece of HTML that is right as it is. Everything else is text, and is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | null | undefined | false | Piece[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

function written(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(written).join('');
  return piece === null || piece === undefined || piece === false ? '' : escape(String(piece));
}

/** HTML from a template: what is put into it is text, unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.reduce((text, string, index) => text + written(pieces[index - 1]) + string));

/** Text as a string of CSS: nothing in it can end it. */
export const cssString = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) as number).toString(16)} `)}"`;

/** A colour as CSS; grey if the text is not a colour. */
export const cssColour = (text: string): string => (/^#[0-9a-f]{6}$/i.test(text) ? text : '#777777');
