/** Text for the inside of a LIKE pattern, with its special characters escaped. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** As `escapeLike`, for a text in which the last name follows the first: "Okafor, A" finds Ada Okafor. */
export const escapeLikeName = (text: string): string => escapeLike(text).replace(/^([^,]+),\s*(\S[^,]*)$/, '$2% $1');
