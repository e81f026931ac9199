/** Text for the inside of a LIKE pattern: what is special there stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
