import { remembered } from '#libs/core/text/remembered';
import { looseWord, writtenForm } from '#libs/matching/tolerances';

/** What a word about a stay says; the last three are no stay that an import could make. */
export type StatedStatus =
  'provisional' | 'confirmed' | 'checked_in' | 'checked_out' | 'cancelled' | 'no_show' | 'void';

// English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Welsh.
const WORDS: Record<StatedStatus, string> = {
  provisional: `provisional, tentative, pending, option, optional, on hold, hold, unconfirmed, not confirmed,
    vorläufig, unbestätigt, nicht bestätigt, provisoire, en attente, non confirmé, non confirmée, à confirmer,
    provisional, pendiente, sin confirmar, no confirmado, no confirmada, por confirmar, provvisorio, provvisoria, in attesa, da confermare, non confermato, non confermata,
    voorlopig, in afwachting, onbevestigd, niet bevestigd, in optie, provisório, provisória, pendente, por confirmar, não confirmado, não confirmada,
    wstępna, wstępny, oczekuje, oczekująca, niepotwierdzona, niepotwierdzone, niepotwierdzony, dros dro, heb ei gadarnhau, yn aros`,
  confirmed: `confirmed, conf, cnf, gtd, booked, ok, okay, reserved, definite, guaranteed, expected, due in, arriving, upcoming,
    bestätigt, gebucht, reserviert, fest, zugesagt, erwartet, confirmé, confirmée, réservé, réservée, attendu, attendue,
    confirmado, confirmada, reservado, reservada, confermato, confermata, prenotato, prenotata, riservato, riservata,
    bevestigd, geboekt, gereserveerd, verwacht, marcado, marcada, potwierdzona, potwierdzone, potwierdzony, zarezerwowana, zarezerwowane, zarezerwowany,
    cadarnhawyd, wedi'i gadarnhau, wedi ei gadarnhau, archebwyd, wedi'i archebu`,
  checked_in: `checked in, check in done, in house, inhouse, arrived, in residence, moved in, occupied, staying,
    eingecheckt, angereist, angekommen, eingezogen, im haus, arrivé, présent, présente, en maison,
    llegado, ha llegado, alojado, alojada, en casa, arrivato, arrivata, in casa,
    ingecheckt, aangekomen, in huis, hospedado, hospedada, chegou, check in feito, zameldowany, zameldowana, zakwaterowany, zakwaterowana, przyjechał, przyjechała,
    wedi cyrraedd, preswyl`,
  checked_out: `checked out, check out done, departed, left, moved out,
    ausgecheckt, abgereist, ausgezogen, parti, partie, sorti, salido, ha salido,
    partito, partita, uitgecheckt, vertrokken, saiu, check out feito,
    wymeldowany, wymeldowana, wyjechał, wyjechała, wedi gadael`,
  cancelled: `cancelled, canceled, cancellation, withdrawn, declined, rejected, refused, deleted, dropped, released, expired,
    storniert, abgesagt, annulliert, zurückgezogen, abgelehnt, gelöscht, annulé, annulée, refusé, refusée, résilié, résiliée,
    cancelado, cancelada, anulado, anulada, rechazado, rechazada, cancellato, cancellata, annullato, annullata, disdetto, disdetta, rifiutato, rifiutata,
    geannuleerd, afgezegd, ingetrokken, geweigerd, recusado, recusada, anulowana, anulowane, anulowany, odwołana, odwołane, odwołany, odrzucona, odrzucony,
    wedi'i ganslo, wedi ei ganslo, canslwyd, wedi canslo`,
  no_show: `no show, did not arrive, didn't arrive, never arrived, not arrived, dna,
    nicht erschienen, nicht angereist, non présenté, non présentée, pas venu, pas venue, no presentado, no presentada, no se presentó, no presentada,
    non presentato, non presentata, mancato arrivo, niet verschenen, niet gekomen, não compareceu, nie przyjechał, nie przyjechała, niestawienie,
    heb gyrraedd, ddim wedi cyrraedd`,
  void: 'void, voided',
};

/** Words as they are looked up. All other marks stay: a cross, a question mark or a bracket may take back what the word says. */
const keyOf = remembered((text: string): string =>
  writtenForm(text.replaceAll('_', ' '))
    .replace(/(?<=\p{L})'(?=\p{L})|\p{Cf}/gu, '')
    .replace(/(?<=[\p{L}\p{M}])\.$/u, '')
    .split(' ')
    .map(looseWord)
    .join(' '),
);

const BY_WORDS = new Map(
  Object.entries(WORDS).flatMap(([status, words]) => words.split(',').map((each) => [keyOf(each), status as StatedStatus] as const)),
); // prettier-ignore

const firstOf = (words: string): string => words.split(' ')[0] ?? '';

/** A test of words: whether any of some texts begin with one. `formOf` returns the form in which the texts are given. */
export function beginningOf(texts: Iterable<string>, formOf: (text: string) => string): (word: string) => boolean {
  const firstWords = new Set([...texts].map(firstOf));
  return (word) => firstWords.has(firstOf(formOf(word).replace(/-+$/, '')));
}

/** Whether any of the words that say a status begin with a word: most texts have none that does. */
export const beginsStatus = beginningOf(BY_WORDS.keys(), keyOf);

/** Words of other languages if they are written without their signs: the reserve list, and an order to arrive. */
const OF_ENGLISH = /^\s*(?:reserve|arrive)\.?\s*$/iu;

export const STATED_STATUSES = Object.keys(WORDS) as readonly StatedStatus[];

/** The status that words say, as they are known or, if they are not, as somebody declared; case, accents and hyphens do not matter. Undefined when they are not known. */
export const statedStatus = (text: string, declared?: ReadonlyMap<string, StatedStatus>): StatedStatus | undefined =>
  (OF_ENGLISH.test(text) ? undefined : BY_WORDS.get(keyOf(text))) ?? declared?.get(keyOf(text));

/** The statuses of the known words that begin like a text which is shorter: `prov`. */
export function statusesBegunBy(text: string): StatedStatus[] {
  const key = keyOf(text);
  return [...BY_WORDS].flatMap(([word, status]) => (word.startsWith(key) && word !== key ? status : []));
}

const CALLED_OFF: readonly (StatedStatus | undefined)[] = ['cancelled', 'no_show', 'void'];

/** Whether words say that a stay does not take place. */
export const isCalledOff = (text: string): boolean => CALLED_OFF.includes(statedStatus(text));

/** Declared words, as they are looked up. */
export const statusWordsOf = (declared: Record<string, StatedStatus> = {}): ReadonlyMap<string, StatedStatus> =>
  new Map(Object.entries(declared).map(([words, status]) => [keyOf(words), status]));
