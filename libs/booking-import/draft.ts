import type { ResolutionRequest } from '#libs/booking-import/booking-import.dto';
import type { Change } from '#libs/booking-import/changes';
import type { PersonMatch } from '#libs/booking-import/people';
import type { ReadRow } from '#libs/booking-import/read-row';
import type { HeldPlace, KnownBooking } from '#libs/booking-import/resolve.queries';
import type { LocationMatch } from '#libs/booking-import/rooms';

/** A row of a file, with what somebody decided about it. */
export interface GivenRow {
  row_index: number;
  values: Record<string, unknown>;
  resolution?: ResolutionRequest | undefined;
}

/** A row on its way through the analysis. */
export interface Draft extends ReadRow {
  given: GivenRow;
  person: PersonMatch;
  location: LocationMatch;
  existing: KnownBooking | null;
  duplicate: boolean;
  conflicts: HeldPlace[];
  rival: number | null;
  changes: Change[];
}
