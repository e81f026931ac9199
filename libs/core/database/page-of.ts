/** A page of records, and how many there are on all pages. */
export interface Page<Row> {
  total: number;
  data: Row[];
}

/** The first records of a list with their number, as overviews show them. */
export const entriesOf = <Row>({ total, data }: Page<Row>) => ({ count: total, entries: data });

/**
 * The page in the rows of a query that joins a page to its total, which gives one row without a record when the page is empty. `id` is
 * a column that every record has.
 */
export function pageOf<Row extends object>(rows: (Row & { total: number })[], id: keyof Row): Page<Row> {
  const data = rows.filter((row) => row[id] !== null).map(({ total: _total, ...row }) => row as unknown as Row);
  return { total: rows[0]?.total ?? 0, data };
}
