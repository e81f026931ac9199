import { countsOf, mostFrequent } from '#libs/core/collections/counted';
import type { FileRow } from '#libs/core/csv/file-rows';
import { markColour } from '#libs/core/csv/section-lines';
import { emphasisOf } from '#libs/core/xlsx/looks';

interface Line {
  number: number;
  row: FileRow;
  /** How all of its text is emphasised, and the colours of its cells, by column. */
  cells: readonly { colours: string; isBlank: boolean }[];
}

/** How large a part of a column has one look, if others mean something. */
const MOST_OF_COLUMN = 2 / 3;
/** Lines that are coloured in turns: so large a part of each kind, and so many. */
const [MOST_OF_TURN, LEAST_OF_TURN] = [0.8, 3];

/**
 * Finds the lines of a sheet with colours that most lines do not have: nobody who made them red, grey or yellow did so for nothing. A column of one
 * colour, and lines that are coloured in turns, say nothing.
 */
export class LineColours {
  private readonly lines: Line[] = [];
  private isUsed = false;

  add(
    number: number,
    row: FileRow,
    cells: readonly (string | null)[],
    colours: ReadonlyMap<number, string>,
    emphasis = 0,
  ): void {
    if (colours.size > 0 || emphasis !== 0) this.isUsed = true;
    const columns = Math.max(cells.length, ...[...colours.keys()].map((column) => column + 1));
    const whole = { colours: cells.length > 1 ? emphasisOf(emphasis) : '', isBlank: false };
    this.lines.push({ number, row, cells: [whole, ...Array.from({ length: columns }, (_, column) => ({ colours: colours.get(column) ?? '', isBlank: (cells[column] ?? null) === null }))] }); // prettier-ignore
  }

  /** Tells each line the colours that it has alone, when all are there. */
  settle(): void {
    if (!this.isUsed) return;
    const columns = Math.max(...this.lines.map(({ cells }) => cells.length));
    // Blank cells of a column may have another colour than those with text.
    const usual = [false, true].map((isBlank) =>
      Array.from({ length: columns }, (_, column) => this.usualIn(column, isBlank)),
    );
    for (const { number, row, cells } of this.lines) {
      const odd = cells.filter((cell, column) => cell.colours !== usual[Number(cell.isBlank)]?.[column]?.[number % 2]);
      if (odd.length > 0) markColour(row, [...new Set(odd.map(({ colours }) => colours))].map((each) => each || 'none').join('; ')); // prettier-ignore
    }
  }

  /** The usual colours of the cells of a column, in lines of even and of odd numbers. */
  private usualIn(column: number, isBlank: boolean): [string, string] {
    const coloursOf = ({ cells }: Line) => {
      const { colours, isBlank: isEmpty } = cells[column] ?? { colours: '', isBlank: true };
      return isEmpty === isBlank ? [colours] : [];
    };
    const turns = [0, 1].map((turn) => this.lines.filter(({ number }) => number % 2 === turn).flatMap(coloursOf));
    const all = mostOf(turns.flat());
    if (all.share >= MOST_OF_COLUMN) return [all.colours, all.colours];
    const [even, odd] = turns.map(mostOf) as [Most, Most];
    const areTurns = [even, odd].every(({ share, count }) => share >= MOST_OF_TURN && count >= LEAST_OF_TURN);
    return areTurns ? [even.colours, odd.colours] : ['', ''];
  }
}

interface Most {
  colours: string;
  count: number;
  share: number;
}

function mostOf(all: readonly string[]): Most {
  const [colours, count] = mostFrequent(countsOf(all)) ?? ['', 0];
  return { colours, count, share: all.length === 0 ? 1 : count / all.length };
}
