import type { Previewed } from '#libs/booking-import/preview/previewed';
import { refuseContradictory } from '#libs/booking-import/resolutions/one-decision';
import type { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';

/**
 * Of rows that contradict each other one is accepted.
 * @throws DomainError `contradictory_decisions` when rows are that a preview showed as the same stay or booking
 */
export function requireOneOfEach(resolutions: ResolutionRequest[], shown: Record<number, Previewed> = {}): void {
  const first = new Map<string, number>();
  refuseContradictory(
    resolutions.flatMap(({ row_index, accept, values, person_id, location_id }, index) => {
      const row = shown[row_index];
      const isChanged = (values ?? person_id ?? location_id) !== undefined;
      if (!row?.asked?.includes('contradicts_row') || !accept?.includes('contradicts_row') || isChanged) return [];
      const key = row.booking ?? JSON.stringify([row.person ?? row.candidate, row.location, row.contract_start]);
      const before = first.get(key);
      first.set(key, before ?? row_index);
      if (before === undefined) return [];
      return [{ pointer: `/resolutions/${index}/accept`, detail: `accepts row ${row_index}, and row ${before}, which says something else of the same stay, is accepted, too; accept one of them` }]; // prettier-ignore
    }),
  );
}
