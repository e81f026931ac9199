/**
 * The condition that an id is one of a list, a parameter such as `$2`. By a subquery: of a plain list the planner knows
 * the length, and would plan a prepared statement anew each time to make use of it, which takes longer than to run it.
 */
export const anyIdOf = (list: string): string => `ANY(ARRAY(SELECT unnest(${list}::uuid[])))`;
