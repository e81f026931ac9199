/** The statuses of a live booking, which holds its places. The only place that lists them. */
export const LIVE_STATUSES = ['provisional', 'confirmed', 'checked_in'] as const;

/** The same as a list of SQL, to follow `IN`. */
export const LIVE_IN_SQL = `(${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')})`;
