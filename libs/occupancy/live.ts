/** The statuses of a booking whose guest is still to come. The only place that lists them. */
export const EXPECTED_STATUSES = ['provisional', 'confirmed'] as const;
/** The statuses of a live booking, which holds its places. */
export const LIVE_STATUSES = [...EXPECTED_STATUSES, 'checked_in'] as const;

/** Statuses as a list of SQL, to follow `IN`. */
export const inSql = (statuses: readonly string[]): string => `(${statuses.map((status) => `'${status}'`).join(', ')})`;

export const EXPECTED_IN_SQL = inSql(EXPECTED_STATUSES);
export const LIVE_IN_SQL = inSql(LIVE_STATUSES);
