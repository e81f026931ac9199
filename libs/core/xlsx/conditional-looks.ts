import { markColour } from '#libs/core/csv/section-lines';
import type { FileRow } from '#libs/core/csv/file-rows';
import { isOfOwnRow, withoutLines } from '#libs/core/xlsx/own-row';
import { type RuleLook, RuleLooks } from '#libs/core/xlsx/rule-looks';

interface Area {
  first: number;
  last: number;
}

interface Rule {
  type: string;
  key: string;
  look: RuleLook | undefined;
  formulas: string[];
}

/** The areas of a rule, which a spreadsheet divides when lines are moved. */
interface Doubt {
  areas: Area[];
  /** Whether it says no more than the cells of its line. */
  isOwn: boolean;
}

/** So many rules, and areas of them, are distinguished; more count as one rule that may hold for any line. */
const [MOST_RULES, MOST_AREAS, LONGEST_AREAS, LONGEST_FORMULA] = [1_000, 100_000, 100_000, 8_192];
const ALL: Area = { first: 1, last: Infinity };
const TEXTS = ['formula', 'f', 'sqref'];
const RULE = 'a conditional format';

/**
 * Hears the conditional formatting of a sheet. Its rules are not calculated. One that only looks at the cells of its own line, and holds for all
 * lines, says nothing more than they do; any other one that colours, hides or changes what a cell shows is a question for its lines.
 */
export class ConditionalLooks {
  private readonly doubts = new Map<string, Doubt>();
  private kept = 0;
  private areas: Area[] = [];
  private rules: Rule[] = [];
  private own = new RuleLooks();
  private text: string | undefined;

  constructor(private readonly looks: readonly RuleLook[]) {}

  open(element: string, attributes: Record<string, string>): void {
    if (element === 'conditionalFormatting') [this.areas, this.rules] = [areasOf(attributes['sqref'] ?? ''), []];
    else if (element === 'cfRule') this.openRule(attributes);
    else if (TEXTS.includes(element)) this.text = '';
    else if (attributes['showValue'] === '0' || attributes['showValue'] === 'false')
      this.set({ isColoured: true, isHiding: true }); // prettier-ignore
    else this.own.open(element, attributes);
  }

  add(text: string): void {
    if (this.text !== undefined && this.text.length <= LONGEST_AREAS) this.text += text.slice(0, LONGEST_AREAS + 1);
  }

  close(element: string): void {
    if (TEXTS.includes(element)) this.closeText(element);
    else if (element === 'conditionalFormatting') for (const rule of this.rules) this.keep(rule);
    this.own.close(element);
    const [look] = this.own.all.splice(0);
    if (look) this.set(look);
  }

  /** Tells the lines of a sheet, when all are there. */
  settle(lines: readonly { number: number; row: FileRow }[]): void {
    const marked = new Set<FileRow>();
    for (const { areas, isOwn } of this.doubts.values()) {
      const under = among(lines, areas);
      if (!isOwn || under.length < lines.length) for (const { row } of under) marked.add(row);
    }
    for (const row of marked) markColour(row, RULE);
  }

  private openRule({ type = '', dxfId, operator = '' }: Record<string, string>): void {
    if (this.rules.length >= MOST_RULES) this.keepUnknown();
    if (this.rules.length >= MOST_RULES) return;
    const look = dxfId === undefined ? undefined : this.looks[Number(dxfId)];
    this.rules.push({ type, key: `${type} ${operator} ${dxfId ?? ''}`, look, formulas: [] });
  }

  private set(look: RuleLook): void {
    const rule = this.rules.at(-1);
    if (rule) rule.look = look;
  }

  private closeText(element: string): void {
    const { text = '' } = this;
    this.text = undefined;
    if (element === 'sqref') this.areas = areasOf(text);
    else this.rules.at(-1)?.formulas.push(text.slice(0, LONGEST_FORMULA + 1));
  }

  private keep({ key, look, formulas, type }: Rule): void {
    const { areas } = this;
    const [{ first = 0 } = {}] = areas;
    if (!look?.isColoured || areas.length === 0) return;
    if (this.doubts.size >= MOST_RULES || (this.kept += areas.length) > MOST_AREAS) return this.keepUnknown();
    const isOwn = !look.isHiding && formulas.every((formula) => formula.length <= LONGEST_FORMULA && isOfOwnRow(formula, first)); // prettier-ignore
    const name = JSON.stringify([key, type, isOwn, ...formulas.map(withoutLines)]);
    const known = this.doubts.get(name);
    if (known) known.areas.push(...areas);
    else this.doubts.set(name, { areas: [...areas], isOwn });
  }

  private keepUnknown(): void {
    this.doubts.set('', { areas: [ALL], isOwn: false });
  }
}

/** The lines that are in areas. Both may be many. */
function among<Line extends { number: number }>(lines: readonly Line[], areas: readonly Area[]): Line[] {
  const sorted = [...areas].sort((one, other) => one.first - other.first);
  let [next, last] = [0, 0];
  return lines.filter(({ number }) => {
    for (let area = sorted[next]; area && area.first <= number; area = sorted[++next]) last = Math.max(last, area.last);
    return number <= last;
  });
}

/** The lines of areas such as `A2:H40 J2`; all lines of those that are columns. */
function areasOf(text: string): Area[] {
  if (text.length > LONGEST_AREAS) return [ALL];
  return text.split(/\s+/u).flatMap((reference) => {
    const [, from, to = from] = /^\$?[A-Z]{1,3}\$?(\d{1,7})(?::\$?[A-Z]{1,3}\$?(\d{1,7}))?$/iu.exec(reference) ?? [];
    if (from !== undefined) return [{ first: Number(from), last: Number(to) }];
    return /^\$?[A-Z]{1,3}:\$?[A-Z]{1,3}$/iu.test(reference) ? [ALL] : [];
  });
}
