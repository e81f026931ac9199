import { addTo } from '#libs/core/collections/grouped';
import type { Sql } from '#libs/core/database/transaction';
import { type Called, findLocations, type LocationRow, LocationTree } from '#libs/matching/location-tree';
import { RoomSearch } from '#libs/matching/room-search';
import { comesApart, highest, inBuilding, isCutInto, partsOfRoom } from '#libs/matching/rooms-within';
import {
  arePartedAlike,
  beforeSpreadsheet,
  exactForm,
  lacksParting,
  looseWord,
  roomWords,
  sameButSigns,
  withoutOnePart,
} from '#libs/matching/tolerances';

export interface LocationCandidate {
  _id: string;
  path: string;
  code: string | null;
  score: number;
  matched_on: string[];
}

/** Which location a row means, and on what evidence. */
export interface LocationMatch {
  match: 'exact' | 'fuzzy' | 'none';
  location_id: string | null;
  score: number;
  matched_on: string[];
  candidates: LocationCandidate[];
}

/** Why the location of a row is a question. */
export interface LocationDoubt {
  code: 'location_ambiguous' | 'location_not_found';
  severity: 'warning' | 'error';
  message: string;
  suggestion: string | null;
}

/** The meaning of a text. `only`: the single location that it can mean. `written`: the location whose code or path it is, letter for letter. */
export interface FoundLocation {
  location: LocationMatch;
  doubt: LocationDoubt | null;
  only: LocationRow | null;
  written: LocationRow | null;
}

const MOST_CANDIDATES = 5;
/** A word such as Room, Flat or Zimmer, and a number. */
const KIND_AND_NUMBER = /^\s*\p{L}{2,}\.?\s+\d+\s*$/u;

const ROOM_WORDS = 'room|rm|zimmer|raum|chambre|habitaci[oó]n|camera|stanza|kamer|quarto|pok[oó]j|ystafell|zi|hab';
/** Words before the number of a room. East 1 is no room 1. */
const OF_ROOMS = new RegExp(`^\\s*(?:${ROOM_WORDS}|bed|flat|studio|apartment|apt|unit)(?!\\p{L})`, 'iu');

/** Such a word before the number or code of a room, which it does not belong to: Zimmer Nr. 12. */
const BEFORE_CODE = new RegExp(`^\\s*(?:${ROOM_WORDS})(?:\\.\\s*|\\s+)(?:n[ro]?[.º°]\\s*)?(?=.*\\d)(\\S.*)$`, 'iu');

/** The locations of a site, found by code, name or path in any tolerated spelling. */
export class LocationIndex extends LocationTree {
  private readonly byWords = new Map<string, Called[]>();
  /** Locations that are called by a word and a number, by the number: `Room 14`. */
  private readonly byNumber = new Map<string, Called[]>();
  private readonly found = new Map<string, FoundLocation>();
  private byCharacters?: Map<string, Called[]>;
  private usesRoomWord?: boolean;
  private search?: RoomSearch;

  constructor(rows: LocationRow[]) {
    super(rows);
    for (const row of rows)
      for (const [on, text] of Object.entries({ code: row.code, path: this.path(row), name: row.name })) {
        if (text === null) continue;
        const called = calledBy(row, on, text);
        const { words } = called;
        if (words.length > 0) addTo(this.byWords, keyOf(words), called);
        if (on === 'name' && row.allocatable && KIND_AND_NUMBER.test(text))
          addTo(this.byNumber, words[1] ?? '', called);
      }
  }

  /** Finds the location of a row: the only one with the name, including every tolerated spelling. */
  find(text: string): FoundLocation {
    let found = this.found.get(text);
    if (!found) this.found.set(text, (found = this.seek(text)));
    return found;
  }

  /** All locations that a text may mean, and the one whose code or path it is, letter for letter. */
  meant(text: string): { called: Called[]; written: LocationRow | null } {
    const [building, room] = partsOfRoom(text) ?? [];
    if (building !== undefined && room !== undefined)
      return { called: this.calledWithin(building, room), written: null };
    const itself = this.called(text);
    const all = [...itself, ...this.calledWithoutAPart(text, itself), ...this.calledRoom(text, itself), ...this.partedOtherwise(text, itself), ...this.firstOfSeveral(text, itself)]; // prettier-ignore
    const called = all.length > 0 ? once(all) : this.calledAfterWord(text);
    const exact = all.filter((each) => each.on !== 'name' && each.text === exactForm(text));
    const isOne = exact.every(({ row }) => row === exact[0]?.row);
    return { called, written: (isOne && exact[0]?.row) || null };
  }

  /**
   * The locations of a building that a text can mean, and those of which the two together are the code or the path: B1 and 014. Where no location is called
   * like the building, the border of the cells may be anywhere in a code: B2-2 and 14 are B2-2-14 or B2-214. A room elsewhere that fits the text better
   * is meant as well: one of the two cells may be wrong.
   */
  private calledWithin(building: string, room: string): Called[] {
    const houses = highest(this.meant(building).called, this);
    // The building may be written by its name, and be in the code of the room by its own.
    const names = [building, ...houses.flatMap(({ row }) => row.code ?? [])];
    const apart = names.flatMap((name) =>
      this.called(`${name} / ${room}`).filter(({ text }) => comesApart(text, name, room)),
    );
    const together = houses.length > 0 || apart.length === 0 ? apart : [...apart, ...this.cutInto(building, room)];
    const isInHouse = ({ row }: Called) => houses.length === 0 || houses.some((house) => this.isWithin(row, house.row));
    const all = this.meant(room).called;
    const rooms = all.filter(({ row, text, on }) => on !== 'name' || !KIND_AND_NUMBER.test(text) || roomWords(room).length > 1 || OF_ROOMS.test(row.name)); // prettier-ignore
    const numbered =
      houses.length > 0 && all.length === 0
        ? this.calledByNumber(room).filter(({ row }) => OF_ROOMS.test(row.name))
        : [];
    const inside = [...together.filter(isInHouse), ...inBuilding([...rooms, ...numbered], building, houses, this)];
    const ranks = inside.map((each) =>
      together.includes(each) ? Number(!each.text.endsWith(exactForm(room))) : rankOf(each, room),
    );
    const better = all.filter((each) => rankOf(each, room) < Math.min(...ranks));
    return once(inside.length > 0 ? [...inside, ...better] : []);
  }

  /** The rooms that a text means without the word for rooms before it, in a site that has no location with such a word in its name. */
  private calledAfterWord(text: string): Called[] {
    const [, code] = BEFORE_CODE.exec(text) ?? [];
    if (code === undefined) return [];
    this.usesRoomWord ??= this.rows.some(({ name, code: own }) => OF_ROOMS.test(name) || OF_ROOMS.test(own ?? ''));
    if (this.usesRoomWord) return [];
    return this.meant(code).called.filter(({ row }) => this.isRoom(row));
  }

  private isRoom = (row: LocationRow): boolean => row.allocatable && !this.isParent(row);

  private seek(text: string): FoundLocation {
    const { called: rows, written } = this.meant(text);
    const [only] = rows;
    if (!only) return this.unknown(text);
    const candidates = rows
      .sort(
        (one, other) =>
          Number(other.row.allocatable) - Number(one.row.allocatable) ||
          Number(other.row === written) - Number(one.row === written),
      ) // prettier-ignore
      .slice(0, MOST_CANDIDATES)
      .map(({ row, on }) => this.candidate(row, 1, on));
    if (rows.length > 1) {
      const suggestion = candidates.map(({ path }) => path).join(' or ');
      const message = `${rows.length} locations can be meant by that`;
      const doubt = { code: 'location_ambiguous', severity: 'warning', message, suggestion } as const;
      return { location: undecided('exact', candidates), doubt, only: null, written };
    }
    const location: LocationMatch = { match: 'exact', location_id: only.row.id, score: 1, matched_on: [only.on], candidates }; // prettier-ignore
    return { location, doubt: null, only: only.row, written };
  }

  private unknown(text: string): FoundLocation {
    this.search ??= new RoomSearch(this);
    const candidates = this.search.likely(text, MOST_CANDIDATES).map(({ row, score }) => this.candidate(row, score, 'name')); // prettier-ignore
    const [best] = candidates;
    const message = 'no location has this code, name or path';
    const severity = best ? 'warning' : 'error';
    const doubt = { code: 'location_not_found', severity, message, suggestion: best?.path ?? null } as const;
    return { location: undecided(best ? 'fuzzy' : 'none', candidates), doubt, only: null, written: null };
  }

  /** The locations whose code, name or path a text is, including every tolerated spelling. */
  private called(text: string): Called[] {
    const itself = this.spelt(text);
    const others = beforeSpreadsheet(text).flatMap((spelling) => this.spelt(spelling));
    // 101.0 is the number 101. Adding zeros only shows whether there is more than one such room.
    const isNumber = /\.0+$/.test(text) && this.spelt(text.replace(/\.0+\s*$/, '')).length > 0;
    return itself.length > 0 || isNumber ? [...itself, ...others] : itself;
  }

  /** Other locations that a text can mean if a part of it was added to their names, unless its parts are separated as in a name of the site. */
  private calledWithoutAPart(text: string, called: Called[]): Called[] {
    const shorter = called.map((each) => withoutOnePart(text, each.text));
    if (shorter.length === 0 || shorter.some((texts) => texts.length === 0)) return [];
    const others = [...new Set(shorter.flat())].flatMap((each) => this.spelt(each));
    return others.filter(({ row }) => !called.some((each) => this.isWithin(each.row, row)));
  }

  /** Other locations that a bare number can mean: those of another house that are called `Room 14`, when there is a 14, too. */
  private calledRoom(text: string, called: Called[]): Called[] {
    if (called.length === 0) return [];
    return this.calledByNumber(text).filter(({ row }) => !called.some((each) => this.isWithin(each.row, row) || this.isWithin(row, each.row))); // prettier-ignore
  }

  /** The locations that are called by a word and a number, if a text is such a number alone. */
  private calledByNumber(text: string): Called[] {
    const [number, ...more] = roomWords(text);
    return number === undefined || more.length > 0 ? [] : (this.byNumber.get(number) ?? []);
  }

  /** Other locations that a text without a separator can mean: A111 is A-111 or A-11-1. */
  private partedOtherwise(text: string, called: Called[]): Called[] {
    const isWhole = called.some((each) => each.text === exactForm(text));
    return !isWhole && called.some((each) => lacksParting(text, each.text)) ? this.unparted(text) : [];
  }

  /** The room that a text can name before another one: `A-1, 12` is A-1-12, or A-1 and 12. */
  private firstOfSeveral(text: string, called: Called[]): Called[] {
    const [, first] = /^(.*\p{Nd})\s*,\s*\p{Nd}/u.exec(text) ?? [];
    if (first === undefined || called.some((each) => each.text === exactForm(text))) return [];
    return called.length > 0 ? this.called(first).filter(({ row }) => this.isRoom(row)) : [];
  }

  /** The locations whose code or name two cells are when it is cut anywhere. */
  private cutInto = (building: string, room: string): Called[] =>
    this.unparted(building + room).filter(({ text }) => isCutInto(text, building, room));

  /** The bookable locations whose code or name has the letters and digits of a text in this order, whatever is between them. */
  private unparted(text: string): Called[] {
    this.byCharacters ??= this.byCharactersOf(this.rows.filter(({ allocatable }) => allocatable));
    return this.byCharacters.get(charactersOf(roomWords(text))) ?? [];
  }

  private byCharactersOf(rows: LocationRow[]): Map<string, Called[]> {
    const found = new Map<string, Called[]>();
    for (const row of rows)
      for (const [on, text] of Object.entries({ code: row.code, name: row.name })) {
        if (text === null) continue;
        const called = calledBy(row, on, text);
        addTo(found, charactersOf(called.words), called);
      }
    return found;
  }

  private spelt(text: string): Called[] {
    const words = roomWords(text);
    return (this.byWords.get(keyOf(words)) ?? []).filter(
      (each) =>
        each.words.every((word, index) => sameButSigns(word, words[index] ?? '')) && arePartedAlike(each.text, text),
    );
  }

  private candidate = (row: LocationRow, score: number, on: string): LocationCandidate => ({
    _id: row.id,
    path: this.path(row),
    code: row.code,
    score,
    matched_on: [on],
  });
}

const calledBy = (row: LocationRow, on: string, text: string): Called => ({ row, on, text: exactForm(text), words: roomWords(text) }); // prettier-ignore

const charactersOf = (words: string[]): string => words.map(looseWord).join('');

/** How well a text fits a location that it can mean: letter for letter, word for word, or in no more than one of its readings. The word for rooms may be left out. */
function rankOf({ text, words }: Called, written: string): number {
  const wanted = roomWords(written);
  if (text === exactForm(written) || (KIND_AND_NUMBER.test(text) && wanted.length === 1)) return 0;
  return keyOf(words) === keyOf(wanted) ? 1 : 2;
}

/** Each location once. */
const once = (all: Called[]): Called[] =>
  all.filter(({ row }, index) => all.findIndex((each) => each.row === row) === index);

function undecided(match: LocationMatch['match'], candidates: LocationCandidate[]): LocationMatch {
  const [best] = candidates;
  return { match, location_id: null, score: best?.score ?? 0, matched_on: best?.matched_on ?? [], candidates };
}

export const readLocationIndex = async (sql: Sql, siteId: string): Promise<LocationIndex> =>
  new LocationIndex(await findLocations(sql, siteId));

const keyOf = (words: string[]): string => words.map(looseWord).join(' ');
