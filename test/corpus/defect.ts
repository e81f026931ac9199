import type { Person, Room } from './site.js';

/** A row on its way to being spoilt, with what it really means. */
export interface Draft {
  cells: Record<string, string>;
  person: Person | null;
  room: Room | null;
  start: string;
  random: () => number;
  /** Somebody at random; by default somebody whose name is theirs alone. */
  someone(like?: (person: Person) => boolean): Person;
  /** Makes the row mean another person. */
  about(person: Person): void;
  keep(...columns: string[]): void;
}

/** One way in which rows go wrong. `asked`: by the contract a person has to look at it. */
export interface Defect {
  asked: boolean;
  /** How the file writes days in numbers; all the other defects are in the site's file, which says day first. */
  order?: 'mdy' | 'none';
  spoil(draft: Draft): void;
}

/** Changes one cell. */
export const change = (draft: Draft, column: string, make: (text: string) => string) =>
  (draft.cells[column] = make(draft.cells[column] ?? ''));
const alone = (asked: boolean, spoil: (draft: Draft) => void): Defect => ({ asked, spoil });
/** A defect that a computer can see through. */
export const accepted = (spoil: Defect['spoil']) => alone(false, spoil);
/** A defect that a person has to look at. */
export const asked = (spoil: Defect['spoil']) => alone(true, spoil);
