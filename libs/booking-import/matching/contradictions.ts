import { accepts } from '#libs/booking-import/resolutions/accepted';
import { fieldOf, ofImported } from '#libs/booking-import/columns/columns';
import type { ReadRow } from '#libs/booking-import/rows/read-row';
import type { GivenRow } from '#libs/booking-import/draft';

/** What a row would store, by column; the person and the room as whom and what they mean. */
type Stored = Record<string, string | null>;

/** A row, and what it would store: computed when another row is compared with it, which most never are. */
class Mention {
  readonly row: number;
  private readonly said: Said;
  private computed?: Stored;

  constructor({ given, normalized, status, who, room }: Placed) {
    this.row = given.row_index;
    this.said = { normalized, status, who, room };
  }

  get stored(): Stored {
    return (this.computed ??= storedOf(this.said));
  }
}

type Said = Pick<Placed, 'normalized' | 'status' | 'who' | 'room'>;

/** What rows say of one thing: the first of them, and for each different thing that others say the first that says it. */
interface Sayings {
  first: Mention;
  others?: Map<string, Mention>;
  /** Up to two that say something else, and that somebody accepted. */
  accepted?: Mention[];
}

/** Another row that says something else, and in which columns; whether both are accepted. */
export interface Contradiction {
  row: number;
  columns: string[];
  areBothAccepted: boolean;
}

/** A row with whom and which room it means, as far as that is known. */
export interface Placed extends Omit<ReadRow, 'deniesCar' | 'wholeDays' | 'endIs'> {
  given: GivenRow;
  who: string | null;
  room: string | null;
}

/** The rows of a file about one stay or one booking, to see whether they say the same. */
export class Contradictions {
  /** By what the rows are about. Most are about something of their own. */
  private readonly said = new Map<string, Sayings>();

  add(placed: Placed): void {
    // A row that cannot be written is one that somebody wrote: what can be read of it counts.
    const mention = new Mention(placed);
    const isAccepted = accepts(placed.given, 'contradicts_row');
    for (const key of keysOf(placed)) {
      const said = this.said.get(key) ?? { first: mention };
      if (said.first === mention) this.said.set(key, said);
      if (isAccepted) said.accepted = withAccepted(said.accepted, mention);
      if (said.first !== mention && differences(said.first.stored, mention.stored).length > 0) {
        said.others ??= new Map();
        const text = JSON.stringify(mention.stored);
        if (!said.others.has(text)) said.others.set(text, mention);
      }
    }
  }

  /** A row that says something else of the same stay or booking: one that is accepted, too, or the first. */
  of(placed: Placed): Contradiction | null {
    const said = keysOf(placed).flatMap((key) => this.said.get(key) ?? []);
    const accepted = accepts(placed.given, 'contradicts_row') ? said.flatMap((each) => each.accepted ?? []) : [];
    const other = otherAmong(accepted, placed);
    return other ? { ...other, areBothAccepted: true } : (otherAmong(mentionsIn(said), placed) ?? null);
  }
}

function otherAmong(mentions: Iterable<Mention>, placed: Placed): Contradiction | undefined {
  let stored: Stored | undefined;
  for (const mention of mentions) {
    if (mention.row === placed.given.row_index) continue;
    const columns = differences((stored ??= storedOf(placed)), mention.stored);
    if (columns.length > 0 && !isCorrected(placed.given, columns))
      return { row: mention.row, columns, areBothAccepted: false };
  }
  return undefined;
}

function withAccepted(accepted: Mention[] = [], mention: Mention): Mention[] {
  const isOther = accepted.length < 2 && accepted.every(({ stored }) => differences(stored, mention.stored).length > 0);
  return isOther ? [...accepted, mention] : accepted;
}

function* mentionsIn(all: Sayings[]): Generator<Mention> {
  for (const { first, others } of all) {
    yield first;
    if (others) yield* others.values();
  }
}

/** What a row is about: a booking that it names, and a stay of somebody in a room from a day. */
function keysOf({ normalized: { booking_id: id, reference, contract_start: from }, who, room }: Placed): string[] {
  return [
    ...(id === null ? [] : [`id ${id}`]),
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(who === null || room === null || from === null ? [] : [`stay ${JSON.stringify([who, room, from])}`]),
  ];
}

const plain = (text: string | null): string | null => text?.replace(/\r\n?/g, '\n').trim() ?? null;

const storedOf = ({ normalized, status, who, room }: Said): Stored => ({
  person: who,
  room,
  ...ofImported(({ column }) => plain(normalized[column])),
  status: status?.value ?? normalized.status,
});

/** The columns in which two rows say something else. */
const differences = (one: Stored, other: Stored): string[] =>
  Object.keys(one).filter((column) => one[column] !== other[column]);

/** Whether somebody corrected one of these cells, and so decided what it says. */
export const isCorrected = ({ resolution }: GivenRow, columns: string[]): boolean =>
  Object.keys(resolution?.values ?? {}).some((header) => columns.includes(fieldOf(header) ?? ''));
