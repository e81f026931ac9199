import type { LocationMatch } from '#libs/matching/location-index';

/** With so much in common, the code, the name or the path of a room is in the text. */
const NAMED = 0.7;

/** The room of a row; if it is a question, the one that the text names best, as `C17 (new)` does. */
export function claimedRoom({ location_id, candidates: [best, next] }: LocationMatch): string | null {
  if (location_id !== null) return location_id;
  return best && best.score >= NAMED && best.score > (next?.score ?? 0) ? best._id : null;
}
