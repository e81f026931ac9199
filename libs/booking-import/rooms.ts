import { error, type Issue, warning } from '#libs/booking-import/issues';
import type { LocationRow } from '#libs/booking-import/resolve.queries';
import { squeezed } from '#libs/booking-import/text';

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

/** The locations of a site, to be found by code, name or path however these are spelt. */
export class Rooms {
  private readonly byId: Map<string, LocationRow>;
  private readonly byKey = new Map<string, { row: LocationRow; on: string }[]>();
  private readonly children = new Map<string, LocationRow[]>();

  constructor(rows: LocationRow[]) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      if (row.parent) this.children.set(row.parent, [...(this.children.get(row.parent) ?? []), row]);
      const names = { code: row.code, name: row.name, path: this.path(row) };
      for (const [on, name] of Object.entries(names)) {
        const key = squeezed(name ?? '');
        const known = this.byKey.get(key) ?? [];
        if (key !== '' && !known.some((each) => each.row === row)) this.byKey.set(key, [...known, { row, on }]);
      }
    }
  }

  get = (id: string): LocationRow | undefined => this.byId.get(id);

  /** Whether a text is the code, name or path of a location. */
  knows = (text: string): boolean => this.byKey.has(squeezed(text));

  path(row: LocationRow): string {
    const parent = row.parent ? this.byId.get(row.parent) : undefined;
    return parent ? `${this.path(parent)} / ${row.name}` : row.name;
  }

  /** What a booking of a location takes: itself, or for a whole everything allocatable from it downwards. */
  parts(id: string): LocationRow[] {
    const row = this.byId.get(id);
    if (!row) return [];
    const below = (this.children.get(id) ?? []).flatMap((child) => this.parts(child.id));
    return row.allocatable ? [row, ...below] : below;
  }

  /** Finds the location of a row; `like` are those of similar names. */
  find(text: string, like: { id: string; score: number }[]): { location: LocationMatch; issues: Issue[] } {
    const found = this.byKey.get(squeezed(text)) ?? [];
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
    const candidates = like
      .map(({ id, score }) => ({ row: this.byId.get(id), score }))
      .filter(
        (each): each is { row: LocationRow; score: number } =>
          each.row !== undefined && each.row.allocatable && sameDigits(each.row, text),
      )
      .slice(0, MOST_CANDIDATES)
      .map(({ row, score }) => this.candidate(row, score, 'name'));
    const suggestion = candidates[0]?.path ?? null;
    const issue = candidates.length > 0 ? warning : error;
    return this.ask(
      candidates.length > 0 ? 'fuzzy' : 'none',
      candidates,
      issue('location_not_found', 'no location has this code, name or path', { ...details, suggestion }),
    );
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

const digits = (text: string): string => (text.match(/\d+/g) ?? []).map(Number).join(' ');
/** "101" is not "107": a room is only like another with the same numbers. */
const sameDigits = ({ name, code }: LocationRow, text: string): boolean =>
  [name, code ?? ''].some((each) => digits(each) === digits(text) && digits(each) !== '') || digits(text) === '';
