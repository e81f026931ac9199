import { pick } from '#apps/demo/seeded';
import type { AdversaryFile } from './adversaries.js';
import type { Cells } from './adversary-people.js';

type Random = () => number;

/** How a list writes both names of a person in one cell. */
const ORDERS = [
  (first: string, last: string) => `${last}, ${first}`,
  (first: string, last: string) => `${first} ${last}`,
  (first: string, last: string) => `${last} ${first}`,
];

/** A file with one column for both names. What the order of two columns says is lost without a comma, so that such rows may be asked. */
export function withWholeNames(file: AdversaryFile, random: Random): AdversaryFile {
  const write = pick(ORDERS, random);
  const isSure = write === ORDERS[0];
  const rows = file.rows.map(({ first_name = '', last_name = '', ...cells }): Cells => {
    const isBoth = first_name !== '' && last_name !== '';
    return { ...cells, Name: isBoth ? write(first_name, last_name) : first_name + last_name };
  });
  return { ...file, rows, stays: file.stays.map((stay) => (isSure ? stay : { ...stay, clear: false, broadlyClear: false })) }; // prettier-ignore
}
