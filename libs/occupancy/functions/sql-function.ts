/**
 * A function of the database in its current form: `migrate` applies it again whenever its text has changed.
 *
 * Functions that return the rows of a site are plpgsql with `ROWS 1000`, although a query would suffice: the planner inlines SQL
 * functions, expects two rows of a site that is new since the last ANALYZE (and half a percent of all places in a range that it
 * does not know), and would join them with everything else by nested loops.
 */
export interface SqlFunction {
  /** Its name and the types of its parameters, as `regprocedure` shows them. */
  signature: string;
  text: string;
}
