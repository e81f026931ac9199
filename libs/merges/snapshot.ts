import type { Change } from '#libs/students/student-changes';

/** A booking that named the record that is no more. */
export interface ReassignedBooking {
  id: string;
  /** Whether it named that one as lead person. */
  led: boolean;
  additional_people: { before: string[]; after: string[] };
}

interface Homes {
  before: string | null;
  after: string | null;
}

/** What a merge changed, so that it can be undone. */
export interface MergeSnapshot {
  bookings: ReassignedBooking[];
  /** Of the record that stays: fields, flags and welfare. */
  changes: Change[];
  /** The home of that one before and after; absent in merges of earlier versions. */
  homes?: Homes;
  /** Of the record that is no more. */
  was_active: boolean;
  picture: string | null;
  waiting_entries: string[];
  calendar_feeds: string[];
}

/** The home of the record that stays, before and after the merge. `now` is what it has since. */
export function homesOf({ homes, changes }: MergeSnapshot, now: string | null): Homes {
  const moves = changes.filter(({ field }) => field === 'location') as { from: string | null; to: string | null }[];
  const [first, last] = [moves[0], moves.at(-1)];
  return homes ?? (first && last ? { before: first.from, after: last.to } : { before: now, after: now });
}

/** The people of a booking after a merge: nobody twice, and no lead person as an additional one. */
export function renamed(
  { lead_person, additional_people }: { lead_person: string | null; additional_people: string[] },
  from: string,
  to: string,
): { lead_person: string | null; additional_people: string[] } {
  const lead = lead_person === from ? to : lead_person;
  const others = additional_people.map((id) => (id === from ? to : id)).filter((id) => id !== lead);
  return { lead_person: lead, additional_people: [...new Set(others)] };
}

/** What a booking named before a merge, as far as it still names what the merge made of it. */
export function restored(
  now: { lead_person: string | null; additional_people: string[] },
  { led, additional_people }: ReassignedBooking,
  kept: string,
  merged: string,
): { lead_person: string | null; additional_people: string[] } {
  const lead_person = led && now.lead_person === kept ? merged : now.lead_person;
  const { before, after } = additional_people;
  const same = now.additional_people.join() === after.join();
  const others = same
    ? before
    : before.includes(merged)
      ? now.additional_people.map((id) => (id === kept && !before.includes(kept) ? merged : id))
      : now.additional_people;
  return { lead_person, additional_people: others.filter((id) => id !== lead_person) };
}
