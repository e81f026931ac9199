import type { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';
import type { DayOfStay } from '#libs/booking-import/dates/arrivals';
import type { Change } from '#libs/booking-import/matching/changes';
import type { PersonMatch } from '#libs/matching/people';
import type { PlateDoubt } from '#libs/booking-import/matching/shared-plates';
import type { StatusAbove } from '#libs/booking-import/rows/status-above';
import type { ReadRow } from '#libs/booking-import/rows/read-row';
import type { Obstacle } from '#libs/booking-import/places/place-simulator';
import type { KnownBooking } from '#libs/booking-import/matching/resolve.queries';
import type { LocationMatch } from '#libs/matching/location-index';

/** A row of a file, with what somebody decided about it. */
export interface GivenRow {
  row_index: number;
  values: Record<string, unknown>;
  resolution?: ResolutionRequest | undefined;
}

/** Whether somebody decided that a row is not imported. */
export const isSkipped = ({ resolution }: Pick<GivenRow, 'resolution'>): boolean => resolution?.action === 'skip';

/** A row on its way through the analysis. */
export interface Draft extends ReadRow {
  given: GivenRow;
  person: PersonMatch;
  location: LocationMatch;
  /** The location whose code or path the cell is letter for letter, as an export writes it. */
  written: string | null;
  existing: KnownBooking | null;
  duplicate: boolean;
  conflicts: Obstacle[];
  rival: number | null;
  /** Whether the departure slot that it requests is full. */
  slotless: boolean;
  changes: Change[];
  /** The words of its notes that speak against its other cells. */
  claim: string | null;
  /** Whether it has no status, and other rows of its file have one. */
  lacksStatus: boolean;
  /** The columns that are blank in it, although other rows of its file have something there. */
  blankAmongFilled: ('status' | 'contract_end')[];
  /** The row without a room above it whose status may be its own. */
  statusAbove: StatusAbove | null;
  /** Whether other rows suggest that its last day is the last night. */
  endsWithNight: boolean;
  /** The day whose year is that of nobody else in its file, or long after today. */
  doubtfulYear: DayOfStay | null;
  /** The day that counts on from those of the rows above. */
  draggedDay: DayOfStay | null;
  /** Whether its number plate is an id, a room or a reference. */
  isNoPlate: boolean;
  /** The row of somebody else with its number plate, or that it counts on from the rows above. */
  plateDoubt: PlateDoubt;
}

/** What repeats a booking, and says something that an import cannot do, is no mere repeat. */
export function askAlsoOfRepeat(draft: Draft): void {
  if (!draft.issues.some(({ code }) => code === 'duplicate_in_file')) draft.duplicate = false;
}
