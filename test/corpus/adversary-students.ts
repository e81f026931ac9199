import { NAMES } from '#apps/demo/name-lists';
import { pick } from '#apps/demo/seeded';

type Random = () => number;

export interface Student {
  student_id: string;
  first_name: string;
  last_name: string;
  email: string;
  date_of_birth: string;
}

/** A row of a list, and whether a person has to look at it: then nobody may be made or changed by it. */
export interface ListRow extends Student {
  kind: string;
  isAsked: boolean;
}

const two = (number: number) => String(number).padStart(2, '0');
const addressOf = (first: string, last: string): string =>
  `${first}.${last}@uni.example`.normalize('NFKD').replace(/[^a-z.@]/gi, '').toLowerCase(); // prettier-ignore

/** Makes people with different names, in a site whose ids and addresses are all of one kind. */
export function peopleMaker(random: Random): () => Student {
  const names = [NAMES.english, NAMES.spanish, NAMES.german];
  const seen = new Set<string>();
  return () => {
    for (;;) {
      const { first, last } = pick(names, random);
      const [first_name, last_name] = [pick(first, random), pick(last, random)];
      const email = addressOf(first_name, last_name);
      // Each address has both names, and no two people have the same.
      if (!/^[a-z]+$/i.test(`${first_name}${last_name}`.normalize('NFKD').replace(/\p{M}/gu, '')) || seen.has(email)) continue; // prettier-ignore
      seen.add(email);
      const born = `${1990 + Math.floor(random() * 16)}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`; // prettier-ignore
      return { student_id: `KC${1_000 + seen.size}`, first_name, last_name, email, date_of_birth: born };
    }
  };
}

const doubled = (name: string, random: Random): string => {
  const at = 1 + Math.floor(random() * (name.length - 1));
  return pick([`${name.slice(0, at)}${name.slice(at - 1)}`, `${name.slice(0, at)}${name.slice(at + 1)}`], random);
};
/** The name of one person as two lists have it: with a typing error, an initial, a further name or in capitals. */
const IN_ANOTHER_WAY: ((person: Student, random: Random) => Partial<Student>)[] = [
  ({ first_name }, random) => (first_name.length > 4 ? { first_name: doubled(first_name, random) } : {}),
  ({ last_name }, random) => (last_name.length > 5 ? { last_name: doubled(last_name, random) } : {}),
  ({ first_name }) => ({ first_name: first_name.slice(0, 1) }),
  ({ first_name }) => ({ first_name: `${first_name} Maria` }),
  ({ last_name }) => ({ last_name: `${last_name}-Baker` }),
  ({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name }),
  ({ first_name, last_name }) => ({ first_name: first_name.toUpperCase(), last_name: last_name.toUpperCase() }),
];
const NO_IDS: ((one: Student, other: Student) => string)[] = [
  (one, other) => `${one.student_id}/${other.student_id}`,
  (one, other) => `${one.student_id} ${other.student_id}`,
  ({ student_id }) => `parent of ${student_id}`,
  ({ student_id }) => `${student_id}a`,
  ({ student_id }) => `${student_id}-1`,
  ...['applied', 'TRUE', 'pending', '01-Mar', '2026-03-01', '3/4', '07700900123', '+44 7700 900123'].map((id) => () => id), // prettier-ignore
];
const NO_NAMES: ((person: Student, other: Student) => Partial<Student>)[] = [
  ({ first_name }, other) => ({ first_name: `${first_name} and ${other.first_name}` }),
  ({ first_name }, other) => ({ first_name: `${first_name} & ${other.first_name}` }),
  ({ first_name }, other) => ({ first_name: `${first_name} und ${other.first_name}` }),
  ({ last_name }, other) => ({ last_name: `${last_name} née ${other.last_name}` }),
  ({ last_name }, other) => ({ last_name: `${last_name} ex ${other.last_name}` }),
  ({ last_name }) => ({ last_name: `${last_name} MSc` }),
  ({ last_name }) => ({ last_name: `${last_name} Room 7` }),
  ({ first_name }) => ({ first_name: `Dr ${first_name}` }),
  () => ({ first_name: 'Zimmer', last_name: 'frei' }),
  () => ({ first_name: 'New', last_name: 'Student' }),
  () => ({ first_name: 'Prénom', last_name: 'Nom' }),
];

/** Rows that would make or change somebody wrongly, one or two of a kind. */
type MakeRows = (make: () => Student, known: Student, random: Random, ids: typeof NO_IDS) => Student[];
const ASKED: Record<string, MakeRows> = {
  'born on the day of a known person': (make, known, random) => [{ ...known, student_id: make().student_id, email: '', ...pick(IN_ANOTHER_WAY, random)(known, random) }], // prettier-ignore
  'born on the day of another row': (make, _known, random) => {
    const one = make();
    return [one, { ...one, student_id: make().student_id, email: '', ...pick(IN_ANOTHER_WAY, random)(one, random) }];
  },
  // Three of a kind would be how ids look here.
  'no id': (make, known, _random, ids) => ids.splice(0, 1).map((idOf) => ({ ...make(), student_id: idOf(known, make()) })), // prettier-ignore
  'a known person with no id': (_make, known, random) => [{ ...known, student_id: pick(['2026-03-01', '01-Mar', '07700900123', '1', '7'], random) }], // prettier-ignore
  'no name': (make, known, random) => {
    const one = make();
    return [{ ...one, email: '', ...pick(NO_NAMES, random)(one, known) }];
  },
  'addresses of each other': (make) => {
    const [one, other] = [make(), make()];
    return [{ ...one, email: other.email }, { ...other, email: one.email }]; // prettier-ignore
  },
  'the address of a sister': (_make, known) => [{ ...known, email: addressOf(`${known.first_name}a`, known.last_name) }], // prettier-ignore
};

/** A list of people who are known, new people, and rows that are a question. */
export function makeList(make: () => Student, known: readonly Student[], size: number, random: Random): ListRow[] {
  const left = [...known];
  const ids = NO_IDS.map((idOf) => ({ idOf, at: random() })).sort((one, other) => one.at - other.at).map(({ idOf }) => idOf); // prettier-ignore
  return Array.from({ length: size }, (): ListRow[] => {
    const person = left.length > 0 ? left.splice(Math.floor(random() * left.length), 1)[0] : undefined;
    if (random() < 0.5 || !person) return [{ ...make(), kind: 'new', isAsked: false }];
    if (random() < 0.3) return [{ ...person, kind: 'known', isAsked: false }];
    const kind = pick(Object.keys(ASKED), random);
    return (ASKED[kind]?.(make, person, random, ids) ?? []).map((row) => ({ ...row, kind, isAsked: true }));
  }).flat();
}
