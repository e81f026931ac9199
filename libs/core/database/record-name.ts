/** The name of a person `alias` as lists show it, as an expression: "Byron, Ada", or "Sukarno" for who has one name. */
export const recordName = (alias: string): string =>
  `(CASE WHEN ${alias}.last_name = '' THEN ${alias}.first_name ELSE ${alias}.last_name || ', ' || ${alias}.first_name END)`;

/** The holder of a booking: its lead person, or the block booking that has not named one yet. */
export const holderName = (booking: string, person: string): string =>
  `coalesce(${recordName(person)}, (
    SELECT k.name FROM block_bookings k WHERE k.site_id = ${booking}.site_id AND k.id = ${booking}.block_booking_id))`;
