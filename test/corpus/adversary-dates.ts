import { pick } from '#apps/demo/seeded';

type Random = () => number;
export type Write = (year: number, month: number, day: number, random: Random) => string;

/** How a file writes days. */
export interface Style {
  write: Write;
  /** In which year its stays begin; nothing when in the next one. */
  year?: number;
  /** Nothing in the file proves how it writes days, or says two things of it: what reads two ways has to be asked. */
  isUnclear?: true;
  /** A few days in it prove nothing. */
  needsMany?: true;
  /** The year of its stays, which are around the months whose names languages share; a fourth of the rows of others shows how it is read. */
  disputed?: number;
  /** A column that nobody reads, and is declared so, with days in the style of the file. */
  birthdays?: true;
}

const two = (number: number) => String(number).padStart(2, '0');
const MONTHS = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  cy: 'Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr',
};
// As people shorten them, which is not always as Unicode does.
const SHORT = ['Jan janv. ene gen sty', 'Feb févr. Febr. lut', 'Mar Mrz mrt', 'Apr avr. abr kwi', 'May mei mag', 'Jun juin giu cze', 'Jul juil. lug lip', 'Aug août ago sie', 'Sep Sept set wrz', 'Oct Okt ott out', 'Nov nov. lis', 'Dec Dez déc. dic gru']; // prettier-ignore
const WEEKDAYS = {
  en: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  de: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
  fr: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  es: 'lunes martes miércoles jueves viernes sábado domingo',
  it: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  nl: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  pt: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
  pl: 'poniedziałek wtorek środa czwartek piątek sobota niedziela',
  cy: 'dydd Llun|dydd Mawrth|dydd Mercher|dydd Iau|dydd Gwener|dydd Sadwrn|dydd Sul',
};
const wordOf = (words: string, index: number): string => words.split(words.includes('|') ? '|' : ' ')[index] ?? '';
const weekday = (year: number, month: number, day: number, random: Random): string =>
  wordOf(pick(Object.values(WEEKDAYS), random), (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7);
const serial = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;

const midnightInLondon = (year: number, month: number, day: number): Date => {
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' }).format(midnight)); // prettier-ignore
  return new Date(midnight.getTime() - hour * 3_600_000);
};

/** A day as the language itself writes it, in the form that a month has next to a day. */
const inWords = (language: string, month: 'long' | 'short'): Write => {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
  return (...[year, number, day]) => format.format(new Date(Date.UTC(year, number - 1, day))).replace(/\.$/, '');
};

const dmy: Write = (year, month, day) => `${two(day)}/${two(month)}/${year}`;
export const mdy: Write = (year, month, day) => `${month}/${day}/${year}`;
const shortDmy: Write = (year, month, day) => `${day}.${month}.${two(year % 100)}`;

export const STYLES: Style[] = [
  { write: (year, month, day) => `${year}-${two(month)}-${two(day)}` },
  { write: dmy },
  { write: mdy },
  { write: mdy, birthdays: true },
  { write: shortDmy },
  { write: (year, month, day) => `${month}/${day}/${two(year % 100)}` },
  { write: (year, month, day) => `="${two(month)}/${two(day)}/${year}"` },
  { write: (year, month, day, random) => `${day}\u00a0${pick(Object.values(MONTHS), random).split(' ')[month - 1]} ${year}` },
  { write: (year, month, day, random) => `${day}-${pick(SHORT[month - 1]?.split(' ') ?? [], random)}-${two(year % 100)}` },
  { write: (year, month, day, random) => `${weekday(year, month, day, random)}, ${two(day)}.${two(month)}.${year}` },
  { write: (year, month, day, random) => `${weekday(year, month, day, random)} ${month}/${day}/${year}` },
  // Polish and Croatian share names of months, and mean others by them; Lodge reads Polish, and neither Croatian nor Czech.
  { write: inWords('pl', 'long') },
  { write: inWords('pl', 'short'), isUnclear: true, disputed: 2029 },
  { write: inWords('hr', 'long'), isUnclear: true, disputed: 2030 },
  { write: inWords('hr', 'short'), isUnclear: true, disputed: 2031 },
  { write: inWords('cs', 'long'), isUnclear: true, disputed: 2032 },
  { write: (year, month, day) => String(serial(year, month, day)) },
  // Nothing in a file tells these days from others, four years before.
  { write: (year, month, day) => String(serial(year, month, day) - 1_462), isUnclear: true },
  { write: (year, month, day) => `${two(year % 100)}-${two(month)}-${two(day)}`, needsMany: true },
  { write: (year, month, day, random) => pick([dmy, mdy], random)(year, month, day, random), isUnclear: true },
  { write: (year, month, day, random) => pick([`${year}-${two(month)}-${two(day)} 00:00:00`, `${year}${two(month)}${two(day)}`, `${year}/${month}/${day}`, `${year}. ${month}. ${day}.`], random), isUnclear: true },
  { write: (year, month, day, random) => `${year}-${two(month)}-${two(day)}${pick([' AM', ' PM', ' morning', ' nachmittags', ' 12:00', ' 2 pm', ' (half day)', ' 1/2'], random)}`, isUnclear: true },
  { write: (year, month, day, random) => `${two(day)}/${two(month)}/${year} ${pick(['am', 'p.m.', '14:00', '00:00:00', '24:00'], random)}`, isUnclear: true },
  // Midnight at the site (London) as other machines write it.
  { write: (year, month, day) => midnightInLondon(year, month, day).toISOString(), isUnclear: true },
  { write: (year, month, day, random) => `${year}-${two(month)}-${two(day)}T${pick(['00:00:00', '12:00:00', '15:00'], random)}${pick(['Z', '+00:00', '+01:00'], random)}`.replace(/T00:00:00\+01:00|T00:00:00(?=\+01)/, 'T12:00:00+01:00'), isUnclear: true },
  { write: shortDmy, year: 2015, isUnclear: true },
  { write: (year, month, day) => `${two(day)}/${two(month)}/${two(year % 100)}`, year: 2018, isUnclear: true },
  { write: (year, month, day, random) => `${day} ${SHORT[month - 1]?.split(' ')[0]} ${two(year % 100)}`.concat(random() < 0 ? '?' : ''), year: 2006, isUnclear: true },
]; // prettier-ignore

export const inStyle = (date: string, { write }: Style, random: Random): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return write(year, month, day, random);
};

/** Texts in the column for a status, and the status of the stay; null when a person has to decide. */
export const STATUSES: Record<string, string | null> = {
  '': 'confirmed', Confirmed: 'confirmed', Booked: 'confirmed', OK: 'confirmed', gebucht: 'confirmed', réservé: 'confirmed', RESERVADA: 'confirmed',
  bevestigd: 'confirmed', 'Potwierdzona': 'confirmed', prenotato: 'confirmed', "Wedi'i gadarnhau": 'confirmed', 'Due in': 'confirmed',
  provisional: 'provisional', vorläufig: 'provisional', pendiente: 'provisional', 'Not confirmed': 'provisional', 'en attente': 'provisional',
  Canceled: null, storniert: null, annullato: null, 'No-show': null, geannuleerd: null, anulowana: null, "wedi'i ganslo": null, 'CANCELLED!': null,
  Purple: null, registrado: null, 'Confirmed?': null, '(confirmed)': null, 'confirmed, then cancelled': null, 'OK / cancelled': null, 'un-confirmed': null,
  Yes: null, '1': null, arrivée: null, llegada: null, 'checked in': null, ausgecheckt: null, Paid: null, 'confirmed tbc': null, 'never confirmed': null,
  'confirmed ❌': null, 'OK ✗': null, '🚫 booked': null, 'c\u0336o\u0336n\u0336f\u0336i\u0336r\u0336m\u0336e\u0336d': null, 'confirmed\u20e0': null, "'confirmed'": null, '- confirmed': null, 'confirmed...': null, 'confirmed / cancelled': null,
}; // prettier-ignore
/** The same of stays that are over. */
export const STATUSES_BEFORE: Record<string, string | null> = {
  ...STATUSES,
  '': 'checked_out',
  ausgecheckt: 'checked_out',
};
