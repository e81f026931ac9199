type Attributes = Record<string, string>;

interface Font {
  colour: string;
  isStruck: boolean;
  isUnderlined: boolean;
  isBold: boolean;
  isItalic: boolean;
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
  /** Whether it is crossed out, by its font or by a line from corner to corner. */
  isStruck: boolean;
  /** Whether its text is bold, italic and underlined, as the sum of the numbers of EMPHASES. */
  emphasis: number;
}

/** How a line of a list can be emphasised, and which numbers stand for it. */
const EMPHASES = [
  [1, 'bold text'],
  [2, 'italic text'],
  [4, 'underlined text'],
] as const;
export const ANY_EMPHASIS = 7;
/** How a text is emphasised, in words; empty if it is not. */
export const emphasisOf = (emphasis: number): string =>
  EMPHASES.flatMap(([number, words]) => ((emphasis & number) === 0 ? [] : [words])).join(', ');

interface Border {
  isCrossing: boolean;
  /** The colours of those sides that are thick, by their names. */
  thick: Map<string, string>;
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
  private readonly borders: Border[] = [];
  private side: string | undefined;
  private within = '';
  private isFilled = false;
  private crosses = false;

  open(element: string, attributes: Attributes): void {
    if (element === 'fonts' || element === 'fills' || element === 'borders') this.within = element;
    else if (this.within === 'fonts') this.openInFont(element, attributes);
    else if (this.within === 'fills') this.openInFill(element, attributes);
    else if (this.within === 'borders') this.openInBorder(element, attributes);
  }

  close(element: string): void {
    if (element === this.within) this.within = '';
  }

  /** The look of a font in front of a fill within a border, by their numbers. */
  of(font: number, fill: number, border = -1): Look {
    const { colour, isStruck, isUnderlined, isTiny, isBold, isItalic } = this.fonts[font] ?? PLAIN_FONT;
    const { isCrossing = false, thick } = this.borders[border] ?? {};
    const paper = this.fills[fill] ?? WHITE;
    const isLink = isUnderlined && isOfLinks(colour);
    const text = isDark(colour) || isLink ? '' : colour;
    const ground = partsOf(paper)?.every((part) => part >= LIGHT) ? '' : paper;
    const colours = [text && `text ${text}`, ground && `fill ${ground}`, frameOf(thick)].filter(Boolean).join(', ');
    return {
      colours,
      ground,
      isInvisible: isTiny || areNear(colour, paper),
      isStruck: isStruck || isCrossing,
      emphasis: Number(isBold) + 2 * Number(isItalic) + 4 * Number(isUnderlined && !isLink),
    };
  }

  private openInFont(element: string, attributes: Attributes): void {
    if (element === 'font') this.fonts.push({ ...PLAIN_FONT });
    const font = this.fonts.at(-1);
    if (!font) return;
    if (element === 'color') font.colour = colourOf(attributes) ?? BLACK;
    else if (isStrike(element, attributes)) font.isStruck = true;
    else if (isTiny(element, attributes)) font.isTiny = true;
    else if (element === 'u') font.isUnderlined = attributes['val'] !== 'none';
    else if (element === 'b') font.isBold = isOn(attributes);
    else if (element === 'i') font.isItalic = isOn(attributes);
  }

  private openInBorder(element: string, attributes: Attributes): void {
    const isSet = (name: string) => attributes[name] === '1' || attributes[name] === 'true';
    if (element === 'border') this.borders.push({ isCrossing: false, thick: new Map() });
    const border = this.borders.at(-1);
    if (!border) return;
    if (element === 'border') this.crosses = isSet('diagonalUp') || isSet('diagonalDown');
    else if (element === 'color') {
      if (this.side !== undefined) border.thick.set(this.side, colourOf(attributes) ?? BLACK);
    } else {
      const { style = 'none' } = attributes;
      if (element === 'diagonal' && this.crosses && style !== 'none') border.isCrossing = true;
      this.side = THICK.includes(style) ? element : undefined;
    }
  }

  private openInFill(element: string, attributes: Attributes): void {
    if (element === 'fill') this.fills.push(WHITE);
    else if (element === 'gradientFill') this.fills[this.fills.length - 1] = 'gradient';
    else if (element === 'patternFill') {
      const { patternType = 'none' } = attributes;
      this.isFilled = patternType === 'solid';
      if (!this.isFilled && patternType !== 'none') this.fills[this.fills.length - 1] = `pattern ${patternType}`;
    } else if (element === 'fgColor' && this.isFilled)
      this.fills[this.fills.length - 1] = colourOf(attributes) ?? WHITE;
  }
}

const PLAIN_FONT: Font = { colour: BLACK, isStruck: false, isUnderlined: false, isTiny: false, isBold: false, isItalic: false }; // prettier-ignore
const isOn = ({ val }: Attributes): boolean => val !== '0' && val !== 'false';
const THICK = ['thick', 'medium', 'double'];
/** The colour of a frame above and below a cell, if it is thick, and has one. */
function frameOf(thick: ReadonlyMap<string, string> | undefined): string {
  const [above = BLACK, below = BLACK] = [thick?.get('top'), thick?.get('bottom')];
  return isDark(above) || isDark(below) ? '' : `frame ${above}`;
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
