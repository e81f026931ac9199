/**
 * Whether entries, a query of their cause_kind and cause_id, are no others than those of imports and of the undos that reversed each of them: then
 * everything is again as it was before the first one.
 */
export const onlyUndone = (entries: string): string => {
  const of = (kind: string) => `array_agg(e.cause_id ORDER BY e.cause_id) FILTER (WHERE e.cause_kind = '${kind}')`;
  return `(SELECT bool_and(coalesce(e.cause_kind, '') IN ('import', 'undo')) AND ${of('import')} = ${of('undo')} FROM (${entries}) e)`;
};
