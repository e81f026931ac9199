type Attributes = Record<string, string>;

interface Font {
  colour: string;
  isStruck: boolean;
  isUnderlined: boolean;
  /** So small that nobody reads it. */
  isTiny: boolean;
}

/** What the text of a cell looks like in front of its background. */
export interface Look {
  /** Its colours in words; empty if text is dark on nearly white, as most is. */
  colours: string;
  /** The colour of the background alone, which a blank cell shows, too. */
  ground: string;
  /** Whether the text has the colour of the background. */
  isInvisible: boolean;
  isStruck: boolean;
}

const [BLACK, WHITE] = ['#000000', '#FFFFFF'];
/** Colours that workbooks call by a number. */
const BY_INDEX = [BLACK, WHITE, '#FF0000', '#00FF00', '#0000FF', '#FFFF00', '#FF00FF', '#00FFFF'];
const PARTS_OF_HEX = /[0-9A-F]{2}/g;
/** Darker than this in each part, text is black; lighter, paper is white. So near to one another, two colours are one. */
const [DARK, LIGHT, NEAR] = [0x50, 0xf0, 0x18];

/** Hears the fonts and fills of a workbook. */
export class Looks {
  private readonly fonts: Font[] = [];
  private readonly fills: string[] = [];
  private within = '';
  private isFilled = false;

  open(element: string, attributes: Attributes): void {
    if (element === 'fonts' || element === 'fills') this.within = element;
    else if (this.within === 'fonts') this.openInFont(element, attributes);
    else if (this.within === 'fills') this.openInFill(element, attributes);
  }

  close(element: string): void {
    if (element === this.within) this.within = '';
  }

  /** The look of a font in front of a fill, by their numbers. */
  of(font: number, fill: number): Look {
    const { colour = BLACK, isStruck = false, isUnderlined = false, isTiny = false } = this.fonts[font] ?? {};
    const paper = this.fills[fill] ?? WHITE;
    const text = isDark(colour) || (isUnderlined && isOfLinks(colour)) ? '' : colour;
    const ground = partsOf(paper)?.every((part) => part >= LIGHT) ? '' : paper;
    const colours = [text && `text ${text}`, ground && `fill ${ground}`].filter(Boolean).join(', ');
    return { colours, ground, isInvisible: isTiny || areNear(colour, paper), isStruck };
  }

  private openInFont(element: string, attributes: Attributes): void {
    if (element === 'font') this.fonts.push({ colour: BLACK, isStruck: false, isUnderlined: false, isTiny: false });
    const font = this.fonts.at(-1);
    if (!font) return;
    if (element === 'color') font.colour = colourOf(attributes) ?? BLACK;
    else if (isStrike(element, attributes)) font.isStruck = true;
    else if (isTiny(element, attributes)) font.isTiny = true;
    else if (element === 'u') font.isUnderlined = attributes['val'] !== 'none';
  }

  private openInFill(element: string, attributes: Attributes): void {
    if (element === 'fill') this.fills.push(WHITE);
    else if (element === 'gradientFill') this.fills[this.fills.length - 1] = 'gradient';
    else if (element === 'patternFill') this.isFilled = (attributes['patternType'] ?? 'none') !== 'none';
    else if (element === 'fgColor' && this.isFilled) this.fills[this.fills.length - 1] = colourOf(attributes) ?? WHITE;
  }
}

const isDark = (colour: string): boolean => partsOf(colour)?.every((part) => part <= DARK) ?? false;

/** Whether an element gives a part of a text another colour than that of ink. */
export const isColour = (element: string, attributes: Attributes): boolean =>
  element === 'color' && !isDark(colourOf(attributes) ?? BLACK);

const MOST_OF_TINY = 2;
/** Whether an element makes a text so small that nobody reads it. */
export const isTiny = (element: string, { val }: Attributes): boolean =>
  element === 'sz' && Number(val) <= MOST_OF_TINY;

/** A colour in hexadecimal digits, or by its name where only the theme of the workbook knows it. Undefined for the usual one of its place. */
function colourOf({ rgb, theme, indexed, tint = '0' }: Attributes): string | undefined {
  if (rgb !== undefined) return `#${rgb.slice(-6).toUpperCase()}`;
  const lighter = Number(tint);
  // The first two of a theme are paper and ink.
  if (theme === '0' || theme === '1') return grey(theme === '0' ? 255 : 0, lighter);
  if (theme !== undefined) return `theme ${theme}${lighter === 0 ? '' : ` ${lighter.toFixed(2)}`}`;
  const index = indexed === undefined ? NaN : Number(indexed);
  if (index < 2 * BY_INDEX.length) return BY_INDEX[index % BY_INDEX.length];
  return index < OF_SYSTEM ? `palette ${index}` : undefined;
}
/** From here on, numbers of colours are those that the user's system has for windows and their texts. */
const OF_SYSTEM = 64;

function grey(level: number, tint: number): string {
  const value = Math.round(tint < 0 ? level * (1 + tint) : level + (255 - level) * tint);
  return `#${value.toString(16).padStart(2, '0').repeat(3).toUpperCase()}`;
}

const partsOf = (colour: string): number[] | undefined =>
  /^#[0-9A-F]{6}$/.test(colour) ? colour.match(PARTS_OF_HEX)?.map((part) => parseInt(part, 16)) : undefined;

function areNear(one: string, other: string): boolean {
  const [ones, others] = [partsOf(one), partsOf(other)];
  if (!ones || !others) return one === other;
  return ones.every((part, index) => Math.abs(part - (others[index] ?? 0)) <= NEAR);
}

/** Underlined text of these colours is how programs show the links that they make of addresses. */
function isOfLinks(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = partsOf(colour) ?? [];
  return /^theme 1[01]/.test(colour) || (blue > red && blue > green);
}

/** Whether an element of a font crosses its text out. */
export const isStrike = (element: string, { val }: Record<string, string>): boolean =>
  element === 'strike' && val !== '0' && val !== 'false';
