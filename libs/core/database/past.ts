/**
 * A query for the fields of records as they were at a moment, from the entries of their trails: what was last said until then,
 * else what the first entry after it says was there before. `entries` is a query for `id`, `n` (the order of entries of the same
 * time), `at` and `changes`; a record without entries is not in the result. `until` counts the entries up to the moment, `since`
 * those after it.
 */
export const foldEntries = (entries: string, at: string): string => `
SELECT e.id, count(DISTINCT e.n) FILTER (WHERE e.at <= ${at})::int AS until, count(DISTINCT e.n) FILTER (WHERE e.at > ${at})::int AS since,
  coalesce(jsonb_object_agg(c.change ->> 'field', c.change -> 'from' ORDER BY e.at DESC, e.n DESC)
    FILTER (WHERE e.at > ${at} AND c.change IS NOT NULL), '{}')
  || coalesce(jsonb_object_agg(c.change ->> 'field', c.change -> 'to' ORDER BY e.at, e.n)
    FILTER (WHERE e.at <= ${at} AND c.change IS NOT NULL), '{}') AS fields
FROM (${entries}) e LEFT JOIN LATERAL jsonb_array_elements(e.changes) c (change) ON true GROUP BY e.id`;
