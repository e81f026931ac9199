import { NAMES, TONGUE_OF } from './name-lists.js';
import type { Reservation } from './reservations.js';
import { pick, seeded } from './seeded.js';

export interface Person {
  student_id: string;
  first_name: string;
  last_name: string;
  email: string;
}

const LETTERS = 'ABCDEFGHIJLMNOPQRSTUVXZ';
const TWO_FIRST_NAMES = 0.15;

/** The person of a reservation: a name that fits the country, the same on every run. */
export function personOf({ row, country }: Reservation): Person {
  const number = String(row).padStart(5, '0');
  const random = seeded(row);
  const tongues = Object.keys(NAMES) as (keyof typeof NAMES)[];
  const { first, last } = NAMES[TONGUE_OF.get(country) ?? pick(tongues, random)];
  const one = pick(first, random);
  const other = pick(first, random);
  const first_name = random() < TWO_FIRST_NAMES && one !== other ? `${one} ${other}` : one;
  return {
    student_id: `RH-${number}`,
    first_name,
    last_name: pick(last, random),
    email: `rh-${number}@guests.example`,
  };
}

/** A vehicle's plate, in the form that Portugal gave out until 2020. */
export function plateOf({ row }: Reservation): string {
  const random = seeded(row + 1_000_000);
  const pair = () => String(Math.floor(random() * 100)).padStart(2, '0');
  const letters = pick([...LETTERS], random) + pick([...LETTERS], random);
  return `${pair()}-${letters}-${pair()}`;
}
