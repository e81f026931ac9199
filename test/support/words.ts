const SYLLABLES = ['ba', 'de', 'fi', 'go', 'lu', 'ma', 'ne', 'pi', 'ro', 'tu'];

/** A number as a word, for notes of rows: those with numbers and abbreviations may say something of the row. */
export const asWord = (number: number): string =>
  `ka${[...String(number)].map((digit) => SYLLABLES[Number(digit)]).join('')}`;
