import { isErrorValue, isNothing, isRounded } from '#libs/core/csv/lost-cells';
import type { Field } from '#libs/booking-import/columns/columns';

const CODED: readonly Field[] = ['student_id', 'room', 'vehicle_registration'];
const NAMES: readonly Field[] = ['first_name', 'last_name'];

/** In a column of number plates: no car. Nothing else is in such a cell. */
const NO_CAR =
  /^(n\/?a|n\.a\.|no|none|nil|no (car|vehicle|plate)|without( car)?|keins?|keine[rs]?|kein (auto|kfz|pkw)|nein|aucune?|non|sans( voiture)?|ninguno|ninguna|sin (coche|vehículo)|nessun[oa]?|senza( auto)?|geen( auto)?|nee|nenhum|não|sem carro|brak|nie|dim|na|0|[-‐-―−.*/]+)$/iu;
/** Words that say that a plate is to come, or that there is one. */
const NO_PLATE =
  /^(tb[acd]|unknown|unbekannt|inconnue?|pending|later|soon|see (notes?|file)|yes|ja|oui|s[ií]|sim|tak|y|n|x|true|false|car|auto|to follow|ask|folgt|offen|tba?)$/iu;

/** Whether a cell of a column of number plates says that there is no car. */
export const saysNoCar = (text: string): boolean => NO_CAR.test(text);
const isUndecided = (text: string): boolean => !saysNoCar(text) && (NO_PLATE.test(text) || !/[\p{L}\p{N}]/u.test(text));

/** Why the value of a cell is lost, if it is. */
export function lostIn(field: Field, value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'is a number with more digits than a number keeps; send it as text';
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (isErrorValue(text)) return 'is what a spreadsheet shows where a formula failed; the value itself is missing';
  if (CODED.includes(field) && isRounded(text)) return 'is a long number without its digits; format the column as text';
  if (field === 'vehicle_registration' && isUndecided(text))
    return 'is no number plate; leave the cell empty, or write the plate';
  // Somebody may be called Null.
  return NAMES.includes(field) && isNothing(text) ? 'is no name; leave the cell empty, or write Null' : undefined;
}
