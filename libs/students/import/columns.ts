import type { FileRow } from '#libs/core/csv/file-rows';
import { RAGGED } from '#libs/core/csv/file-rows';
import type { ImportedField } from '#libs/students/student-fields';

// What people write above the columns of students, in the languages that imports of bookings know.
const WORDS = {
  student_id: [
    ...[
      'student id',
      'student number',
      'student no',
      'matriculation number',
      'person id',
      'Matrikelnummer',
      'Matrikel-Nr.',
    ],
    ...["numéro d'étudiant", 'número de estudiante', 'numero di matricola', 'matricola', 'studentnummer'],
    ...['número de estudante', 'numer studenta', 'numer albumu', 'rhif myfyriwr'],
  ],
  first_name: [
    ...[
      'first name',
      'first names',
      'forename',
      'given name',
      'given names',
      'Vorname',
      'Vornamen',
      'prénom',
      'prénoms',
    ],
    ...[
      'nombre',
      'nombre de pila',
      'voornaam',
      'voornamen',
      'primeiro nome',
      'nome próprio',
      'imię',
      'imiona',
      'enw cyntaf',
    ],
  ],
  last_name: [
    ...['last name', 'surname', 'family name', 'Nachname', 'Familienname', 'nom de famille', 'apellido', 'apellidos'],
    ...['cognome', 'achternaam', 'apelido', 'sobrenome', 'nazwisko', 'cyfenw'],
  ],
  email: [
    ...['e-mail', 'mail', 'email address', 'e-mail address', 'E-Mail-Adresse', 'adresse e-mail', 'courriel'],
    ...['correo electrónico', 'correo', 'e-mailadres', 'endereço de e-mail', 'adres e-mail', 'e-bost'],
  ],
  location: [
    ...[
      'room',
      'room number',
      'room no',
      'room code',
      'bed',
      'place',
      'Zimmer',
      'Zimmernummer',
      'chambre',
      'habitación',
    ],
    ...['camera', 'stanza', 'kamer', 'quarto', 'pokój', 'ystafell'],
  ],
} satisfies Record<ImportedField, string[]>;

const key = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const BY_KEY = new Map(
  (Object.keys(WORDS) as ImportedField[]).flatMap((field) =>
    [field, ...WORDS[field]].map((name) => [key(name), field] as const),
  ),
);

/** The field of a student that a header means; case, accents, spaces and punctuation do not matter. */
export const studentFieldOf = (header: string): ImportedField | undefined => BY_KEY.get(key(header));

const isBlank = (cell: unknown): boolean => String(cell ?? '').trim() === '';

/** A line of a file as a row of the import; of two columns for one field both, when they differ: such a row is refused. */
export function studentOf({ values }: FileRow): object {
  const fields = new Map<string, unknown>();
  for (const [header, cell] of Object.entries(values)) {
    const field = header === RAGGED ? RAGGED : studentFieldOf(header);
    if (field === undefined || isBlank(cell)) continue;
    const other = fields.get(field);
    fields.set(field, other === undefined || other === cell ? cell : [other, cell].flat());
  }
  return Object.fromEntries(fields);
}

/** What the query says beside a file, as the body would say it. */
export const besideStudents = ({ dry_run, confirm_deactivations, ...others }: Record<string, unknown>): object => ({
  ...others,
  ...(dry_run !== undefined && { dry_run: dry_run === 'true' ? true : dry_run === 'false' ? false : dry_run }),
  ...(confirm_deactivations !== undefined && {
    confirm_deactivations: /^\d{1,10}$/.test(String(confirm_deactivations))
      ? Number(confirm_deactivations)
      : confirm_deactivations,
  }),
});
