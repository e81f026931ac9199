import { pick } from '#apps/demo/seeded';
import type { AdversaryFile } from './adversaries.js';
import type { Cells } from './adversary-people.js';

type Random = () => number;

/** How a list writes both names of a person in one cell, and what it calls the column. Sure: the cell itself says which name is which. */
const LISTS: { headers: string[]; write: (first: string, last: string) => string; isSure?: true }[] = [
  { headers: ['Name', 'Nom, Prénom', 'Nachname, Vorname', 'Full name'], write: (first, last) => `${last}, ${first}`, isSure: true }, // prettier-ignore
  { headers: ['Name', 'Vorname Nachname', 'Prénom Nom', 'Nome e cognome'], write: (first, last) => `${first} ${last}` },
  { headers: ['Name', 'Nom Prénom', 'Cognome Nome', 'Nachname Vorname', 'Apellidos y nombre'], write: (first, last) => `${last} ${first}` }, // prettier-ignore
  { headers: ['Name', 'Nom', 'Nom Prénom'], write: (first, last) => `${last.toUpperCase()} ${first}` },
  { headers: ['Name', 'Prénom Nom'], write: (first, last) => `${first} ${last.toUpperCase()}` },
  { headers: ['Name', 'Vorname, Nachname', 'Prénom, Nom'], write: (first, last) => `${first}, ${last}` },
];
export const LISTS_OF_NAMES = LISTS.length;

/** A file with one column for both names. What the order of two columns says is lost without a comma, so that such rows may be asked. */
export function withWholeNames(file: AdversaryFile, index: number, random: Random): AdversaryFile {
  const { headers, write, isSure = false } = LISTS[index % LISTS.length] as (typeof LISTS)[number];
  const header = pick(headers, random);
  const rows = file.rows.map(({ first_name = '', last_name = '', ...cells }): Cells => {
    const isBoth = first_name !== '' && last_name !== '';
    return { ...cells, [header]: isBoth ? write(first_name, last_name) : first_name + last_name };
  });
  return { ...file, rows, stays: file.stays.map((stay) => (isSure ? stay : { ...stay, clear: false, broadlyClear: false })) }; // prettier-ignore
}
