const listOf = (words: string): string[] => words.split(/,\s+/);

/**
 * What people write above the columns that lists of bookings and of students share: English, German, French, Spanish, Italian, Dutch,
 * Portuguese, Polish and Welsh. A word with two meanings is not among them.
 */
export const PERSON_WORDS = {
  student_id: listOf(`student number, student no, matriculation number, person id, studentnumber, student id number,
    Matrikelnummer, Matrikel-Nr., Studierendennummer, numéro d'étudiant, n° étudiant, número de estudiante, numero di matricola,
    matricola, studentnummer, número de estudante, numer studenta, numer albumu, rhif myfyriwr`),
  first_name:
    listOf(`forename, given name, first names, given names, Vorname, Vornamen, prénom, prénoms, nombre, nombre de pila,
    nome di battesimo, voornaam, voornamen, primeiro nome, nome próprio, imię, imiona, enw cyntaf`),
  last_name:
    listOf(`surname, family name, Nachname, Familienname, nom de famille, apellido, apellidos, cognome, achternaam,
    apelido, sobrenome, nazwisko, cyfenw`),
  email:
    listOf(`e-mail, mail, email address, e-mail address, E-Mail-Adresse, adresse e-mail, courriel, correo electrónico, correo,
    indirizzo e-mail, posta elettronica, e-mailadres, endereço de e-mail, adres e-mail, e-bost, cyfeiriad e-bost`),
};

/** The words for the column of the room, which is `location` in a list of students. */
export const ROOM_WORDS =
  listOf(`room, location, room number, room no, room code, bed, place, Zimmer, Zimmernummer, Zimmer-Nr., Raum,
  chambre, numéro de chambre, habitación, número de habitación, camera, stanza, numero di camera, kamer, kamernummer, quarto,
  número do quarto, pokój, numer pokoju, ystafell, rhif ystafell`);
