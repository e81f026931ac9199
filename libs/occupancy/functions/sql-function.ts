/** A function of the database in its current form: `migrate` applies it again whenever its text has changed. */
export interface SqlFunction {
  /** Its name and the types of its parameters, as `regprocedure` shows them. */
  signature: string;
  text: string;
}
