import { orderInHeader } from '#libs/matching/name-order';

const listOf = (words: string): string[] => words.split(/,\s+/);

/**
 * What people write above the columns that lists of bookings and of students share: English, German, French, Spanish, Italian, Dutch,
 * Portuguese, Polish and Welsh. A word with two meanings is not among them.
 */
export const PERSON_WORDS = {
  student_id: listOf(`student number, student no, matriculation number, person id, studentnumber, student id number,
    student no., Matrikelnummer, Matrikel-Nr., Matr.-Nr., Studierendennummer, Studentennummer, Studenten-ID, Studierenden-ID,
    numéro d'étudiant, numéro étudiant, n° étudiant, no étudiant, id étudiant, identifiant étudiant, número de estudiante,
    número estudiante, id estudiante, numero di matricola, matricola, numero studente, id studente, studentnummer,
    número de estudante, número estudante, numer studenta, numer albumu, nr albumu, numer indeksu, nr indeksu, rhif myfyriwr`),
  first_name:
    listOf(`forename, name first, guest first name, student first name, resident first name, given name, first names, given names, Vorname, Vornamen, prénom, prénoms, nombre, nombre de pila,
    nome di battesimo, voornaam, voornamen, primeiro nome, nome próprio, imię, imiona, enw cyntaf`),
  last_name:
    listOf(`surname, name last, guest last name, student last name, resident last name, family name, Nachname, Familienname, nom de famille, apellido, apellidos, cognome, achternaam,
    apelido, sobrenome, nazwisko, cyfenw`),
  email:
    listOf(`e-mail, mail, email address, e-mail address, E-Mail-Adresse, adresse e-mail, courriel, correo electrónico, correo,
    indirizzo e-mail, posta elettronica, e-mailadres, endereço de e-mail, adres e-mail, e-bost, cyfeiriad e-bost`),
  full_name:
    listOf(`full name, name and surname, first and last name, student name, student's name, guest name, resident name, tenant name, Vor- und Nachname,
    Vorname Nachname, Nachname Vorname, Name Vorname, vollständiger Name, nom complet, nom et prénom, prénom et nom, nom prénom, prénom nom, nombre completo,
    nombre y apellidos, apellidos y nombre, nome completo, nome e cognome, cognome e nome, nome cognome, cognome nome, volledige naam, voor- en achternaam,
    nome e sobrenome, imię i nazwisko, nazwisko i imię, enw llawn`),
};

/** The words for the column of the building, beside one of the room. */
export const BUILDING_WORDS =
  listOf(`building, building name, block, house, hall, hall of residence, residence, Gebäude, Haus, Wohnheim, bâtiment, résidence,
  edificio, residencia, residenza, palazzina, gebouw, edifício, residência, prédio, budynek, akademik, adeilad, neuadd`);

/** The words for the column of the room, which is `location` in a list of students. */
export const ROOM_WORDS =
  listOf(`room, location, room number, room no, room code, assigned room, allocated room, room assigned, room allocated, bed, place, Zimmer, Zimmernummer, Zimmer-Nr., Raum,
  chambre, numéro de chambre, habitación, número de habitación, camera, stanza, numero di camera, kamer, kamernummer, quarto,
  número do quarto, pokój, numer pokoju, ystafell, rhif ystafell`);

/**
 * Words that are the whole name, or a part of it: which one, the column beside them says. French has Nom beside Prénom, and Italian Nome beside
 * Cognome.
 */
const PARTS: Record<string, { field: 'first_name' | 'last_name'; beside: string[] }> = {
  nom: { field: 'last_name', beside: ['prenom', 'prenoms'] },
  name: { field: 'last_name', beside: ['vorname', 'vornamen'] },
  naam: { field: 'last_name', beside: ['voornaam', 'voornamen'] },
  nome: { field: 'first_name', beside: ['cognome', 'apelido', 'sobrenome'] },
};

/** Words for a person, which are the whole name where no other column has a name. */
const SOMEBODY = new Set(['student', 'guest', 'resident', 'tenant', 'occupant', 'bewohner', 'mieter', 'gast', 'etudiant', 'locataire', 'estudiante', 'residente', 'huesped', 'studente', 'ospite', 'inquilino', 'bewoner', 'huurder', 'hospede', 'mieszkaniec', 'preswylydd']); // prettier-ignore
/** The words of headers that name the first and the last name, and nothing else. */
const BOTH_NAMES =
  /^(?:first|last|given|family|sur|fore|names?|and|vornamen?|nachname|familienname|prenoms?|nom|apellidos?|nombres?|cognome|nome|achternaam|voornam?en|voornaam|apelido|sobrenome|nazwisko|imie|imiona)+$/;

/** What the same words are without such a column: the whole name. */
const WHOLE = new Set(['name', ...Object.keys(PARTS)]);
const keysOf = (words: readonly string[]): string[] =>
  words.map((word) =>
    word
      .normalize('NFKD')
      .replace(/[^a-zA-Z0-9]/g, '')
      .toLowerCase(),
  );
const PART_KEYS = new Set([
  'firstname',
  'lastname',
  ...keysOf([...PERSON_WORDS.first_name, ...PERSON_WORDS.last_name]),
]);

const NAMES = new Set([...PART_KEYS, ...WHOLE, ...SOMEBODY, 'fullname', ...keysOf(PERSON_WORDS.full_name)]);

/** The part of a name, or the whole of it, that a header is because of others; both are in small letters, without accents, spaces and punctuation, unless `written`. */
export function partOfName(
  header: string,
  others: ReadonlySet<string>,
  written: string,
): 'first_name' | 'last_name' | 'full_name' | undefined {
  const part = Object.hasOwn(PARTS, header) ? PARTS[header] : undefined;
  if (part?.beside.some((other) => others.has(other))) return part.field;
  if (BOTH_NAMES.test(header) && orderInHeader(written) !== undefined) return 'full_name';
  if (SOMEBODY.has(header))
    return [...others].some((other) => other !== header && NAMES.has(other)) ? undefined : 'full_name';
  return WHOLE.has(header) && ![...others].some((other) => PART_KEYS.has(other)) ? 'full_name' : undefined;
}
