import { PERSON_CELLS, ROOM_CELLS } from '#libs/booking-import/columns/columns';
import type { Draft } from '#libs/booking-import/draft';
import type { Surroundings } from '#libs/booking-import/matching/match-rows';
import { claimIn, endlessIn } from '#libs/booking-import/rows/note-claims';
import { otherDayOfMonth, otherMonth, otherWeekday } from '#libs/booking-import/rows/note-calendar';
import { daysOf, otherDate } from '#libs/booking-import/rows/note-days';
import { otherPerson } from '#libs/booking-import/rows/notes-of-people';
import { otherRoom } from '#libs/booking-import/rows/notes-of-places';
import { withoutOwnLength } from '#libs/booking-import/rows/own-length';

const MOST_WORDS = 60;
/** Whom and where the row means: said again, it is no other. */
const OTHERS = [...PERSON_CELLS, ...ROOM_CELLS];

/** The words of notes that speak against other cells of their row: by what they say, or with a day, a room or a person that is another one. */
export function againstNotes(draft: Draft, { rooms, people, file, calendar }: Surroundings): string | null {
  const { notes, contract_start: start, contract_end: end } = draft.normalized;
  if (notes === null || OTHERS.some((field) => draft.normalized[field] === notes)) return null;
  const days = daysOf(draft.normalized, calendar);
  const words = notes.split(/[\s,;:=!?()[\]{}"“”„]+/u).map((word) => word.replace(/^['’.]+|['’.]+$/gu, '')).filter(Boolean).slice(0, MOST_WORDS); // prettier-ignore
  const endless = end === null ? undefined : endlessIn(notes);
  const row = { arrival: start, all: days };
  const said = withoutOwnLength(notes, start, end);
  const claim = said.trim() === '' ? undefined : claimIn(said);
  return claim ?? endless ?? otherDate(notes, days, calendar) ?? otherMonth(notes, row) ?? otherWeekday(notes, row) ?? otherDayOfMonth(notes, row) ?? otherRoom(notes, words, draft, rooms) ?? otherPerson(notes, words, draft, { people, file }) ?? null; // prettier-ignore
}
