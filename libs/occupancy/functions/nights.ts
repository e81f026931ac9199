import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const nights: SqlFunction = {
  signature: 'nights(date,date)',
  text: `
-- The nights from a date up to (not including) another. Without an end: for ever; an end before the start: none.
CREATE OR REPLACE FUNCTION nights(first date, departure date) RETURNS daterange LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN daterange(first, CASE WHEN departure IS NULL THEN NULL ELSE greatest(first, departure) END, '[)')`,
};
