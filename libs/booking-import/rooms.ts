import { error, type Issue, warning } from '#libs/booking-import/issues';
import { addTo } from '#libs/core/collections';
import type { Sql } from '#libs/core/database/database';
import { findLocations, type LocationRow } from '#libs/booking-import/resolve.queries';
import { isLike } from '#libs/booking-import/names';
import { folded, squeezed } from '#libs/booking-import/text';
import { TrigramIndex } from '#libs/booking-import/trigrams';

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

const MOST_CANDIDATES = 5;
/** With less in common, a room is no candidate. */
const LEAST_SCORE = 0.3;

/** The locations of a site, to be found by code, name or path however these are spelt. */
export class Rooms {
  private readonly byId: Map<string, LocationRow>;
  private readonly byKey = new Map<string, { row: LocationRow; on: string }[]>();
  private readonly byExactText = new Map<string, LocationRow[]>();
  private readonly children = new Map<string, LocationRow[]>();
  private readonly paths = new Map<LocationRow, string>();
  private readonly words = new Map<string, string[]>();
  private readonly likelyOf = new Map<string, LocationCandidate[]>();
  private digits?: Map<string, LocationRow[]>;
  private letters?: { rows: LocationRow[]; index: TrigramIndex };

  constructor(rows: LocationRow[]) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      if (row.parent) addTo(this.children, row.parent, row);
      for (const text of new Set([row.code, this.path(row)].flatMap((each) => each?.toLowerCase() ?? [])))
        addTo(this.byExactText, text, row);
      for (const [on, name] of Object.entries({ code: row.code, name: row.name, path: this.path(row) })) {
        const key = squeezed(name ?? '');
        if (key !== '' && !this.byKey.get(key)?.some((each) => each.row === row)) addTo(this.byKey, key, { row, on });
      }
    }
  }

  get = (id: string): LocationRow | undefined => this.byId.get(id);

  path(row: LocationRow): string {
    let path = this.paths.get(row);
    if (path === undefined) {
      const parent = row.parent ? this.byId.get(row.parent) : undefined;
      path = parent ? `${this.path(parent)} / ${row.name}` : row.name;
      this.paths.set(row, path);
    }
    return path;
  }

  /** What a booking of a location takes: itself, or for a whole everything allocatable from it downwards. */
  parts(id: string): LocationRow[] {
    const row = this.byId.get(id);
    if (!row) return [];
    const below = (this.children.get(id) ?? []).flatMap((child) => this.parts(child.id));
    return row.allocatable ? [row, ...below] : below;
  }

  /** Finds the location of a row. */
  find(text: string): { location: LocationMatch; issues: Issue[] } {
    const found = this.called(text);
    const [only] = found;
    const details = { field: 'room', value: text };
    if (only && found.length === 1) {
      const location = {
        match: 'exact' as const,
        location_id: only.row.id,
        score: 1,
        matched_on: [only.on],
        candidates: [this.candidate(only.row, 1, only.on)],
      };
      const why = only.row.active ? 'is of a type that cannot be allocated to bookings' : 'is closed';
      const issues = only.row.active && only.row.allocatable ? [] : [error('location_not_allocatable', why, details)];
      return { location, issues };
    }
    if (found.length > 1) {
      const candidates = found.slice(0, MOST_CANDIDATES).map(({ row, on }) => this.candidate(row, 1, on));
      const suggestion = candidates.map(({ path }) => path).join(' or ');
      return this.ask(
        'exact',
        candidates,
        warning('location_ambiguous', `${found.length} locations are called that`, { ...details, suggestion }),
      );
    }
    let candidates = this.likelyOf.get(text);
    if (!candidates) this.likelyOf.set(text, (candidates = this.likely(text)));
    const suggestion = candidates[0]?.path ?? null;
    const issue = candidates.length > 0 ? warning : error;
    return this.ask(
      candidates.length > 0 ? 'fuzzy' : 'none',
      candidates,
      issue('location_not_found', 'no location has this code, name or path', { ...details, suggestion }),
    );
  }

  /** Those whose code, name or path a text is. 1-11 is not 11-1, though their letters and digits are the same. */
  private called(text: string): { row: LocationRow; on: string }[] {
    const [row, other] = this.byExactText.get(text.toLowerCase()) ?? [];
    const on = row?.code?.toLowerCase() === text.toLowerCase() ? 'code' : 'path';
    // What an export calls a location means that one, whoever is called nearly so; the path of a top is a name like others.
    if (row && !other && (on === 'code' || row.parent)) return [{ row, on }];
    const found = this.byKey.get(keyOf(text)) ?? [];
    const exact = found.filter(({ row, on }) => {
      const name = on === 'path' ? this.path(row) : on === 'code' ? row.code : row.name;
      return digitsOf(name ?? '') === digitsOf(text);
    });
    return exact.length > 0 ? exact : found;
  }

  /** Those with the same numbers, by how many of the words they share; of texts without numbers, those like by letters. */
  private likely(given: string): LocationCandidate[] {
    // 1O5 was meant to be 105.
    const text = given.replace(/(?<=\d)o(?=\d)/gi, '0');
    // "101" is not "107": a room is only like another with the same numbers.
    const digits = digitsOf(text);
    const same = new Set(this.byDigits.get(digits));
    const scores = new Map([...same].map((row) => [row, 0.9 * this.shared(text, row)]));
    const { rows, index } = this.byLetters;
    index.search(text, LEAST_SCORE, (place, score) => {
      const row = rows[place];
      if (row && (digits === '' || same.has(row))) scores.set(row, Math.max(score, scores.get(row) ?? 0));
    });
    return [...scores]
      .filter(([, score]) => score >= LEAST_SCORE)
      .sort(
        ([one, score], [other, otherScore]) => otherScore - score || this.path(one).length - this.path(other).length,
      )
      .slice(0, MOST_CANDIDATES)
      .map(([row, score]) => this.candidate(row, Math.round(score * 1000) / 1000, 'name'));
  }

  // Only made when a room is not found by its name.
  private get byDigits(): Map<string, LocationRow[]> {
    if (this.digits) return this.digits;
    this.digits = new Map();
    for (const row of this.byId.values())
      for (const digits of new Set([row.code, row.name, this.path(row)].map((name) => digitsOf(name ?? ''))))
        if (digits !== '' && row.allocatable) addTo(this.digits, digits, row);
    return this.digits;
  }

  private get byLetters(): { rows: LocationRow[]; index: TrigramIndex } {
    if (this.letters) return this.letters;
    const rows = [...this.byId.values()].filter(({ allocatable }) => allocatable);
    const index = new TrigramIndex(rows.map(({ name, code }) => `${name} ${code ?? ''}`));
    return (this.letters = { rows, index });
  }

  /** The share of a text's words that are in a location's path and code, each counted once. */
  private shared(text: string, row: LocationRow): number {
    let known = this.words.get(row.id);
    if (!known) this.words.set(row.id, (known = wordsOf(`${this.path(row)} ${row.code ?? ''}`)));
    const left = [...known];
    const wanted = wordsOf(text);
    const points = wanted.map((word) => {
      const index = left.indexOf(word);
      const similar =
        index >= 0 ? index : left.findIndex((each) => word.length > 2 && each.length > 2 && isLike(word, each));
      if (similar >= 0) left.splice(similar, 1);
      return index >= 0 ? 1 : similar >= 0 ? 0.7 : 0;
    });
    return points.reduce((sum: number, each) => sum + each, 0) / Math.max(1, wanted.length);
  }

  private ask(match: LocationMatch['match'], candidates: LocationCandidate[], issue: Issue) {
    const [best] = candidates;
    return {
      location: { match, location_id: null, score: best?.score ?? 0, matched_on: best?.matched_on ?? [], candidates },
      issues: [issue],
    };
  }

  private candidate = (row: LocationRow, score: number, on: string): LocationCandidate => ({
    _id: row.id,
    path: this.path(row),
    code: row.code,
    score,
    matched_on: [on],
  });
}

export const readRooms = async (sql: Sql, siteId: string): Promise<Rooms> =>
  new Rooms(await findLocations(sql, siteId));

// A spreadsheet makes 101.0 of the number 101, and that is not 1010.
const keyOf = (text: string): string => squeezed(text.replace(/^(\d+)\.0+$/, '$1'));
const digitsOf = (text: string): string =>
  (text.replace(/^(\d+)\.0+$/, '$1').match(/\d+/g) ?? []).map(Number).join(' ');
const wordsOf = (text: string): string[] =>
  (folded(text).match(/\d+|\p{L}+/gu) ?? []).map((word) => (/^\d/.test(word) ? String(Number(word)) : word));
