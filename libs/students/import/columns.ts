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
  date_of_birth: [
    ...[
      'date of birth',
      'birth date',
      'birthdate',
      'birthday',
      'DOB',
      'born',
      'born on',
      'Geburtsdatum',
      'Geburtstag',
      'geb.',
    ],
    ...[
      'geboren am',
      'date de naissance',
      'né le',
      'née le',
      'né(e) le',
      'fecha de nacimiento',
      'nacimiento',
      'data di nascita',
    ],
    ...['geboortedatum', 'data de nascimento', 'nascimento', 'data urodzenia', 'dyddiad geni'],
  ],
  type: ['person type', 'type of person', 'Personenart', 'Art der Person', 'type de personne', 'tipo de persona'],
} satisfies Record<ImportedField, string[]>;

/** Under this name a row tells which filled cells of it nobody reads. No field is called like that. */
export const UNREAD = 'unread cells';

/** What a column may be declared to be. */
export const MEANINGS: readonly string[] = [...Object.keys(WORDS), 'ignore'];

/** What an export of Lodge has beside the columns that are read; `active` says something only where it is not `true`. */
const OF_EXPORTS = new Set(['floor', 'flags', 'welfare_state', 'created_at', 'updated_at']);
const isOfExport = (header: string, cell: unknown): boolean =>
  OF_EXPORTS.has(header) || (header === 'active' && String(cell).trim().toLowerCase() === 'true');

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
export function studentOf({ values }: FileRow, columns: Readonly<Record<string, unknown>> = {}): object {
  const declared = new Map(Object.entries(columns).map(([header, meaning]) => [header.trim(), String(meaning)]));
  const fields = new Map<string, unknown>();
  const unread: string[] = [];
  for (const [header, cell] of Object.entries(values)) {
    const field = header === RAGGED ? RAGGED : (declared.get(header.trim()) ?? studentFieldOf(header));
    if (isBlank(cell) || field === 'ignore') continue;
    if (field === undefined) {
      if (!isOfExport(header, cell)) unread.push(header);
      continue;
    }
    const other = fields.get(field);
    fields.set(field, other === undefined || other === cell ? cell : [other, cell].flat());
  }
  if (unread.length > 0) fields.set(UNREAD, unread);
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
