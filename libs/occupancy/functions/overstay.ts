import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const overstay: SqlFunction = {
  signature: 'overstay(daterange,smallint,date)',
  text: `
-- The nights that somebody who is in house has spent after the last night of their stay, up to a day. The nights for cleaning
-- at the end of the range are no part of the stay.
CREATE OR REPLACE FUNCTION overstay(period daterange, turnaround smallint, until date) RETURNS daterange
LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN nights(coalesce(upper(period) - turnaround, 'infinity'), until)`,
};
