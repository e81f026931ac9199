import { plain } from '#libs/core/text/plain';

/** Under this name rows have the name of their sheet, until it is known whether it says something of them. */
export const SHEET = 'sheet name';

const LANGUAGES = [
  // What programs call sheets.
  'sheet worksheet table tabelle tabellenblatt blatt feuil feuille hoja foglio blad werkblad folha planilha arkusz taflen dalen list ark taul taulukko munka лист シート 工作表',
  'arrivals arrival arriving check checkin checkins ins in move moves moving bookings booking booked reservations reservation stays stay contracts tenancies students student guests guest residents resident tenants people persons names rooms room beds allocations allocation',
  'anreisen anreise ankünfte einzüge einzug buchungen buchung reservierungen reservierung belegung studierende studenten studentinnen gäste bewohner bewohnerinnen mieter personen namen zimmer räume verträge',
  'arrivées arrivée réservations réservation séjours étudiants étudiantes étudiant clients résidents locataires personnes noms chambres chambre contrats',
  'llegadas llegada reservas reserva estancias estudiantes estudiante alumnos huéspedes residentes inquilinos personas nombres habitaciones habitación contratos',
  'arrivi arrivo prenotazioni prenotazione soggiorni studenti studente ospiti residenti inquilini persone nomi camere camera stanze contratti',
  'aankomsten aankomst boekingen boeking reserveringen reservering verblijven studenten gasten bewoners huurders personen namen kamers kamer contracten',
  'chegadas chegada estadias estudantes estudante alunos hóspedes moradores inquilinos pessoas nomes quartos quarto',
  'przyjazdy przyjazd rezerwacje rezerwacja pobyty studenci student goście mieszkańcy najemcy osoby nazwiska pokoje pokój umowy',
  'cyrraedd archebion archeb myfyrwyr myfyriwr gwesteion preswylwyr tenantiaid pobl enwau ystafelloedd ystafell',
  'data import export upload rows all complete new current list lists liste listen listado lista lijst rhestr daten données datos dati dados dane alle neue toutes todos tutti tutte wszystkie newydd nieuw nieuwe nuevos nuevas nuove nuovi',
  'the of and for to per by und der die das für von les des du la le et de pour el los las y para di dei delle e per van en voor do da dos i dla z y a ac o',
  // What stands above and below printed pages.
  'page pages seite seiten pagina página páginas pagine strona strony tudalen bladzijde printed gedruckt imprimé confidential vertraulich confidentiel confidencial riservato vertrouwelijk poufne cyfrinachol',
  'week weeks term semester year academic woche semester jahr semaine semestre année semana semestre año settimana anno jaar ano tydzień rok wythnos blwyddyn',
];
const OF_PROGRAMS = new Set(LANGUAGES[0]?.split(' ').map(plain));
const NEUTRAL = new Set(LANGUAGES.flatMap((words) => words.split(' ').map(plain)));
const SIGNS = /[^\p{L}\p{M}\p{N}\s_.,()&/'’:#+\u2010-\u2015-]/u;
const INDEX = /^\d{1,3}$/;

/** The words and numbers of the name of a sheet; undefined if it has signs of another kind, which may take back what the words say. */
export const sheetWords = (name: string): string[] | undefined =>
  SIGNS.test(name) ? undefined : (name.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []);

/** Whether a word of such a name says nothing of the rows, in a sheet of any site. */
export const isNeutral = (word: string): boolean => INDEX.test(word) || NEUTRAL.has(plain(word));

/** Whether the name of a sheet says nothing of its rows, whatever they are. A number may be a day, or a part of a year, unless a program counts its sheets. */
export function isPlainName(name: string): boolean {
  const words = sheetWords(name) ?? [];
  // `Sheet1`, and `Sheet 1 - Table 1`.
  const isCounted = words.length % 2 === 0 && words.every((word, at) => (at % 2 === 0 ? OF_PROGRAMS.has(plain(word)) : INDEX.test(word))); // prettier-ignore
  return words.length > 0 && words.every(isNeutral) && (isCounted || !words.some((word) => INDEX.test(word)));
}
