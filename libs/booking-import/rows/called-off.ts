import { remembered } from '#libs/core/text/remembered';
import { BETWEEN_PARTS, withoutAddresses, withoutWishes } from '#libs/booking-import/rows/note-texts';
import { looseWord, writtenForm } from '#libs/matching/tolerances';
import { beginningOf, beginsStatus, isCalledOff } from '#libs/matching/status-words';

const MOST_WORDS = 4;
const CROSS = /^[❌✖✗✘❎🚫⛔☒]/u;
/** In longer notes "cancelled" may be about a flight. There it counts only at the beginning of a sentence or a line. */
const MOST_OF_SHORT = 240;

/** Words of a status that also say other things, so that they count where notes begin, and alone in a part of them: a parcel was refused, parking was declined. */
const OFTEN_OTHERS = new Set(
  [
    ...['option', 'void', 'dna', 'declined', 'rejected', 'refused', 'deleted', 'dropped', 'released', 'expired'],
    ...['abgelehnt', 'gelöscht', 'refusé', 'refusée', 'rechazado', 'rechazada', 'rifiutato', 'rifiutata', 'geweigerd'],
    ...['ignore', 'skip', 'delete', 'remove', 'cancel', 'cancels', 'dupe', 'doppelt', 'dubbel'],
    ...['recusado', 'recusada', 'odrzucona', 'odrzucony', 'not arrived', 'did not arrive', "didn't arrive"],
  ].map(keyOf),
);

/** What people write in notes, in addition to the words of a status: that nobody comes, or that the row is not a booking. */
const OTHER_WORDS = new Set(
  `canx, cnx, cxl, cxld, cxled, cxlled, xld, cancel, cancels, cancelling, canceling, cancellations, canc, cancld, cncl, cncld,
  noshow, no shows, withdrew, withdraws, withdrawal, withdrawing, has withdrawn, pulled out, dropped out, backed out, called off, both pull out, pulls out, drop out, drops out, back out, backs out, turn it down, turns it down, turned it down,
  calls it off, called it off, sagt alles ab, zegt alles af,
  not coming, no longer coming, isn't coming, won't come, will not come, not attending, no longer attending, no longer required,
  not arriving, won't arrive, will not arrive, never came, did not come, didn't come, not taking up, declined offer, offer declined,
  has declined, turned down, offer refused, offer rejected, not accepted, changed mind, changed his mind, changed her mind, changed their mind, sent down, struck off,
  fällt aus, zimmer abgelehnt, nicht übernehmen, nicht importieren, nicht buchen, a refusé, refuse la chambre, ne pas importer, ha rechazado, no importar, borrar, ha rifiutato, heeft geweigerd, niet importeren,
  recusou, odmówił, odmówiła, do usunięcia, zdublowane, zdublowany, wedi gwrthod, dyblyg, en double, doppione, double entry, already entered, already on list,
  storno, stornieren, stornierung, absage, sagt ab, sagte ab, hat abgesagt, kommt nicht, kommt doch nicht, nicht gekommen, zurückgetreten, rücktritt, tritt zurück,
  annulation, désistement, désisté, désistée, se désiste, ne vient pas, ne vient plus, ne viendra pas, ne viendra plus, résiliation,
  cancelación, anulación, no viene, ya no viene, no vendrá, desistió, desiste, renuncia, rinuncia, rinunciato, rinunciata, disdetta, cancellazione, annullamento, non viene, non verrà,
  opgezegd, annulering, geannuleerd, komt niet, komt toch niet, afgemeld, teruggetrokken, cancelamento, anulação, desistência, desistiu, não vem, não virá,
  rezygnacja, zrezygnował, zrezygnowała, rezygnuje, anulacja, odwołanie, nie przyjedzie, nie przyjeżdża, ddim yn dod, canslo,
  do not import, don't import, not import, do not book, don't book, ignore, ignore this, ignore row, skip, do not use, delete, delete this, delete row, remove, test booking,
  duplicate, duplicated, duplicate entry, dupe, doublon, doppelt, duplikat, duplicado, duplicato, dubbel,
  wait list, waitlist, waitlisted, waiting list, wait list only, warteliste, liste d'attente, lista de espera, lista d'attesa, wachtlijst, lista oczekujących, rhestr aros`
    .split(',')
    .map((words) => keyOf(words.trim())),
);

function keyOf(words: string): string {
  return writtenForm(words).replace(/['’]/gu, '').split(' ').map(looseWord).join(' ');
}

const beginsOther = beginningOf(OTHER_WORDS, keyOf);
/** Whether any of the words that call a stay off begin with a word. */
const begins = remembered((word) => beginsOther(word) || beginsStatus(word));

/** The words of notes that say that a stay was called off, or that the row is no booking; undefined when there are none. */
export const calledOffIn = remembered((notes: string): string | undefined => {
  const text = withoutWishes(withoutAddresses(notes)).trim();
  if (CROSS.test(text)) return [...text][0];
  const isShort = text.length <= MOST_OF_SHORT;
  const parts = new Set(text.split(/[\r\n.,;:!?]+/u).flatMap((clause) => clause.split(BETWEEN_PARTS)).map(keyOf)); // prettier-ignore
  for (const sentence of text.split(/[\r\n.;:!?]+/u)) {
    const words = sentence.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter(Boolean);
    const isFirst = text.startsWith(sentence);
    for (let from = 0; from < (isShort ? words.length : 1); from++)
      for (let count = begins(words[from] ?? '') ? Math.min(MOST_WORDS, words.length - from) : 0; count > 0; count--) {
        const some = words.slice(from, from + count).join(' ');
        if (isOff(some, (isFirst && from === 0) || parts.has(keyOf(some)))) return some;
      }
  }
  return undefined;
});

function isOff(words: string, isAlone: boolean): boolean {
  const key = keyOf(words);
  if (!isAlone && OFTEN_OTHERS.has(key)) return false;
  return OTHER_WORDS.has(key) || isCalledOff(words);
}
