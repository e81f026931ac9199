/** What stands in formats of days and of times between their parts, and changes nothing. */
const BETWEEN = /^(?:[\s.,/:()'’‐-―-]|de|del|den|der|do|da|od|o['’]?clock|uhr|h|min|s|t|z|at|um|le|年|月|日|时|時|分|秒|년|월|일|시|분|초)*$/iu; // prettier-ignore
const CONDITION = /\[(?:[<>=]+)[^\]]*\]/u;
/** A language or a calendar, or a colour: it adds no text. */
const SILENT = /\[(?:\$-[^\]]*|h+|m+|s+|[a-z]+ ?\d*)\]/giu;
const LITERALS = /"([^"]*)"|\\(.)/gu;
const NUMBER_FORM = /^[0#?.,/\s()-]*$/u;
/** Signs that say something of a day, wherever they are, and others that do so before or after it. */
const MARK = /[~<>!^&{}=+$()*]|^[-/:.,'’]|[-/:,'’]$/u;

/**
 * Whether a cell with a format shows something else than its value: text that the format adds (`0"?"`, `"ca. "dd/mm/yyyy`), text instead of the value
 * (`[=101]"A102"`), a multiple of it, or nothing.
 */
export class ShownOtherwise {
  private readonly sections: string[];
  private readonly isConditional: boolean;
  private readonly known = new Map<number, boolean>();

  constructor(code: string) {
    this.sections = splitSections(code);
    this.isConditional = this.sections.some((section) => CONDITION.test(section.replace(LITERALS, '')));
  }

  /** Of a cell with a number. */
  number(value: number, isDate: boolean): boolean {
    if (this.isConditional) return true;
    const [, negative, zero] = this.sections;
    const place = value < 0 && negative !== undefined ? 1 : value === 0 && zero !== undefined ? 2 : 0;
    return this.section(place, isDate);
  }

  /** Of a cell with a text. */
  text(): boolean {
    const own = this.sections.find((section, place) => place === 3 || bareOf(section).includes('@'));
    return own !== undefined && (bareOf(own).replace(/\s/gu, '') !== '@' || addedTo(own).trim() !== '');
  }

  private section(place: number, isDate: boolean): boolean {
    let found = this.known.get(place);
    if (found === undefined) this.known.set(place, (found = isOther(this.sections[place] ?? '', isDate)));
    return found;
  }
}

function isOther(section: string, isDate: boolean): boolean {
  const added = addedTo(section);
  if (isDate) return !BETWEEN.test(added) || isMarked(section);
  const bare = bareOf(section);
  if (bare === '') return true;
  if (/^general$/iu.test(bare) || bare === '@') return added.trim() !== '';
  // Per cent, and thousands that are left out.
  if (/%|[0#?],+(?:\.|$)/u.test(bare) || !NUMBER_FORM.test(bare)) return true;
  return added.trim() !== '';
}

const COLOUR = /\[(white|red|blue|green|yellow|magenta|cyan|color ?\d+)\]/iu;
/** The colour that a format gives to texts, or to most numbers: the second section is that of negative ones. */
export function colourIn(code: string): string | undefined {
  const sections = splitSections(code);
  const own = sections.find((section) => bareOf(section).includes('@')) ?? sections[0] ?? '';
  const colour = COLOUR.exec(own.replace(LITERALS, ''))?.[1]?.toLowerCase().replace(' ', '');
  return colour === 'color1' ? undefined : colour === 'color2' ? 'white' : colour;
}

/** Whether a section shows signs with a day, in quotation marks or without. A day of the week may be in brackets. */
function isMarked(section: string): boolean {
  const signs = section
    .replace(/[_*]./gu, '')
    .replace(LITERALS, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '');
  return MARK.test(
    signs
      .replace(/\[[^\]]*\]/gu, '')
      .replace(/\([dea]{3,4}\)/giu, '')
      .trim(),
  );
}

/** The text that a section adds. */
function addedTo(section: string): string {
  const literals = [...section.matchAll(LITERALS)].map(([, quoted, escaped]) => quoted ?? escaped ?? '');
  const currencies = [...section.matchAll(/\[\$([^-\]]+)[^\]]*\]/gu)].map(([, sign]) => sign ?? '');
  // A character after a star fills the cell.
  const fills = [...section.replace(LITERALS, '').matchAll(/[_*](.)/gu)].filter(([both]) => both.startsWith('*'));
  return [...literals, ...currencies, ...fills.map(([, fill]) => fill)].join(' ');
}

/** A section without the text that it adds. */
const bareOf = (section: string): string =>
  section.replace(LITERALS, '').replace(/[_*]./gu, '').replace(/\[\$[^\]]*\]/gu, '').replace(SILENT, '').trim(); // prettier-ignore

function splitSections(code: string): string[] {
  const sections = [''];
  for (const [part] of code.matchAll(/"[^"]*"?|\\.|\[[^\]]*\]?|[_*].|./gu)) {
    if (part === ';') sections.push('');
    else sections[sections.length - 1] += part;
  }
  return sections;
}
