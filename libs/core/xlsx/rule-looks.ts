import { Looks } from '#libs/core/xlsx/looks';

/** What a rule of conditional formatting does with the cells for which it holds. */
export interface RuleLook {
  /** Whether it gives them another colour, or crosses their text out. Bold text and borders say nothing. */
  isColoured: boolean;
  /** Whether nobody sees their text any more, or sees another one. */
  isHiding: boolean;
}

const PLAIN_FORMAT = /^(?:general|@)$/iu;

/** Hears the looks that rules give to cells: those of the workbook, which rules call by their number, or that of one rule. */
export class RuleLooks {
  readonly all: RuleLook[] = [];
  private looks: Looks | undefined;
  private isFormat = false;
  private isBorder = false;

  open(element: string, attributes: Record<string, string>): void {
    if (element === 'dxf') [this.looks, this.isFormat, this.isBorder] = [new Looks(), false, false];
    else if (element === 'border') this.isBorder = true;
    else if (element === 'numFmt') this.isFormat ||= !PLAIN_FORMAT.test(attributes['formatCode'] ?? '');
    else if (!this.isBorder) this.openInLook(element, attributes);
  }

  close(element: string): void {
    if (element === 'border') this.isBorder = false;
    if (element !== 'dxf' || !this.looks) return;
    const { colours, isInvisible, isStruck } = this.looks.of(0, 0);
    const isHiding = this.isFormat || isInvisible;
    this.all.push({ isColoured: isHiding || colours !== '' || isStruck, isHiding });
    this.looks = undefined;
  }

  /** A fill of a rule is solid unless it says something else, and has its colour as that of the background. */
  private openInLook(element: string, attributes: Record<string, string>): void {
    if (element === 'font' || element === 'fill') this.looks?.open(`${element}s`, {});
    if (element === 'patternFill') this.looks?.open(element, { patternType: 'solid', ...attributes });
    else this.looks?.open(element === 'bgColor' ? 'fgColor' : element, attributes);
  }
}
