import { describe, expect, test } from '@jest/globals';
import { codes, type Cells } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk();

// The stays of these specs are from a Saturday in September until a Friday in June.
const pairs: Cells[] = [];

/** The notes that are asked about, each of a stay of its own. */
async function asked(notes: readonly string[]): Promise<string[]> {
  while (pairs.length < notes.length) pairs.push((await desk.pair()).cells);
  const { rows } = (await desk.preview(...notes.map((each, index) => ({ ...pairs[index], notes: each })))).body;
  return notes.filter((_each, index) => codes(rows[index]).length > 0);
}

const askedAll = async (notes: readonly string[]) => expect(await asked(notes)).toEqual(notes);
const askedNone = async (notes: readonly string[]) => expect(await asked(notes)).toEqual([]);

const ARRIVALS: [arrives: string, weekdays: string, monday: string, months: string, october: string, until: string][] = [
  ['arrives on', 'Monday Tuesday Wednesday Thursday Sunday', 'Saturday', 'in January, in October', 'in September', 'until February'],
  ['kommt am', 'Montag Dienstag Mittwoch Donnerstag Sonntag', 'Samstag', 'im Januar, im Oktober', 'im September', 'bis Februar'],
  ['arrive', 'lundi mardi mercredi jeudi dimanche', 'samedi', 'en janvier, en octobre', 'en septembre', "jusqu'en février"],
  ['llega el', 'lunes martes miércoles jueves domingo', 'sábado', 'en enero, en octubre', 'en septiembre', 'hasta febrero'],
  ['arriva', 'lunedì martedì mercoledì giovedì domenica', 'sabato', 'a gennaio, ad ottobre', 'a settembre', 'fino a febbraio'],
  ['komt', 'maandag dinsdag woensdag donderdag zondag', 'zaterdag', 'in januari, in oktober', 'in september', 'tot februari'],
  ['chega', 'segunda-feira terça quarta-feira quinta domingo', 'sábado', 'em janeiro, em outubro', 'em setembro', 'até fevereiro'],
  ['przyjazd w', 'poniedziałek wtorek środę czwartek niedzielę', 'sobotę', 'w styczniu, w październiku', 'we wrześniu', 'tylko do lutego'],
  ['cyrraedd ddydd', 'Llun Mawrth Mercher Iau Sul', 'Sadwrn', 'ym mis Ionawr, ym mis Hydref', 'ym mis Medi', 'tan fis Chwefror'],
]; // prettier-ignore

describe('notes with a day of the week or a month', () => {
  test.each(ARRIVALS)('are asked when the stay has no such day: %s', async (arrives, weekdays, own, months, ownMonth, until) => {
    const others = weekdays.split(' ').map((weekday) => `${arrives} ${weekday}`);
    const arrival = arrives.replace(/ (?:on|am|el|w|ddydd)$/u, '');
    const inMonths = months.split(', ').flatMap((month) => [`${arrival} ${month}`, month]);
    await askedAll([...others, ...inMonths, until]);
    await askedNone([`${arrives} ${own}`, ...(arrives === 'przyjazd w' ? [] : [`${arrival} ${ownMonth}`])]);
  }); // prettier-ignore

  test('are asked in few words, too', () =>
    askedAll(['Mon not Sat', 'Monday arrival', 'here from Monday', 'Jan start', 'Feb leaver', 'Sept–Jan', 'von Januar', 'part en février', 'parte a febbraio', 'se va en enero', 'od stycznia', 'o fis Ionawr', 'leaves in February', 'extension to August'])); // prettier-ignore

  test('are notes when the word is neither of them, or the day is one of the stay', () =>
    askedNone(['likes the sun', 'Second floor is fine', 'segunda planta', 'Jan called', 'May need a ramp', 'mars bars', 'Saturday arrival', 'arrives Sat', 'leaves on a Friday', 'set of keys', 'moves in September', 'cleaning every Monday morning by a company'])); // prettier-ignore
});

describe('short notes that contradict the row', () => {
  test.each([
    ['nobody comes', 'non si è presentato, niet komen opdagen, Vertrag aufgelöst, ddim am ddod, left uni, quit, room empty, did not collect keys, in jail, has found a flat, quarto libertado, pokój zwolniony, plaza liberada, Platz freigegeben'],
    ['other days', 'weekend only, extra week, day before, arrives 3 days early, contract ends earlier, Airbnb first, solo un semestre, jeden semestr, un tymor yn unig, zieht früher aus, part plus tôt, va via prima, gaat eerder weg, sai mais cedo, wyjedzie wcześniej, gadael yn gynnar, arrives tomorrow, reist früher an'],
    ['another room', 'is now in 214, zieht nach 12B um, symud i 12B, upgraded to studio, umgezogen, now in N-130, jetzt in 12B, newid ystafell, trocou de quarto, ora in 130'],
    ['another person', "room is for her sister, für ihre Schwester, pour sa sœur, para su hermana, per sua sorella, voor haar zus, para a irmã, dla siostry, i'w chwaer, untervermietet, sous-loué, sublet, subaffittato, onderverhuurd, podnajęte, wedi'i is-osod, 2nd person: Eva, booked in brother's name"],
    ['doubt', "bitte prüfen, unter Vorbehalt, needs checking, not correct, correction, onder voorbehoud, comprobar, gwirio, warunkowo, i'w gadarnhau, nog bevestigen, czeka na wizę, if she gets the grades, no reply yet"],
  ])('are asked: %s', (_what, notes) => askedAll(notes.split(', '))); // prettier-ignore

  test('are notes when they say nothing of the stay', () =>
    askedNone(
      `GP registered, ID checked, male only floor, female-only flat, alumni child, would like late checkout, stone allergy, green card holder, exchange student, arrives by train, early breakfast,
      guitar, cello, asthma, diabetic, coeliac, halal, kosher meals, deposit paid, contract signed, keys with security, speaks French, lit double souhaité, cama doble, letto matrimoniale,
      Bett 2 m lang, caparra pagata, kaucja wpłacona, ystafell dawel, vegetarisch, rugby team, second year law, parking not needed, exam is in 20 minutes walk, parents will visit, no pets, non smoker`.split(/,\s+/u),
    )); // prettier-ignore
});
