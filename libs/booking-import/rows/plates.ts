import { plain } from '#libs/core/text/plain';

/** In a column of number plates: no car. Nothing else is in such a cell. */
const NO_CAR =
  /^(n\/?a|n\.a\.|no|none|nil|no (car|vehicle|plate)|without( car)?|keins?|keine[rs]?|kein (auto|kfz|pkw)|nein|aucune?|non|sans( voiture)?|ninguno|ninguna|sin (coche|vehículo)|nessun[oa]?|senza( auto)?|geen( auto)?|nee|nenhum|não|sem carro|brak|nie|dim|na|0|[-‐-―−.*/]+)$/iu;

/** Whether a cell of a column of number plates says that there is no car. */
export const saysNoCar = (text: string): boolean => NO_CAR.test(text);

const CAR =
  '(?:car|cars|vehicle|vehicles|auto|kfz|pkw|wagen|fahrzeug|voiture|vehicule|coche|vehiculo|macchina|veicolo|voertuig|carro|veiculo|samochod\\w*|auta|pojazd\\w*|cerbyd)';
const NO_CAR_NOW = new RegExp(
  `(?<!\\p{L})(?:no|no longer has (?:a|the)|without(?: a)?|(?:sold|gave up)(?: (?:her|his|the|their))?|keine?n?|ohne|pas de|sans|plus de|sin|ya no tiene|no tiene|senza|non ha(?: la)?|geen|zonder|sem|nao tem|bez|nie ma|dim|heb) ${CAR}(?!\\p{L})`,
  'u',
);
const CAR_SOLD = new RegExp(
  `(?<!\\p{L})(?:vendu|vendido|vendio|venduto|vendeu|sprzedal\\w*)(?: (?:su|el|sa|la|son|le|il|o|seu))* ${CAR}(?!\\p{L})`,
  'u',
);
const NEW_CAR = new RegExp(
  `(?<!\\p{L})(?:new|other|different|changed|neues|neuer|anderes|nouvelle|autre|nuevo|otro|nuova|altra|nieuwe|andere|novo|outro|nowy|inny) (?:${CAR}|plate|reg|registration|kennzeichen|plaque|immatriculation|matricula|targa|kenteken|rejestracj\\w*)(?!\\p{L})|(?<!\\p{L})(?:voiture nouvelle|coche nuevo|macchina nuova|carro novo|samochod nowy|car newydd)(?!\\p{L})`,
  'u',
);

/** The same without the word for a car. */
const NO_PLACE_FOR_IT =
  /(?<!\p{L})(?:no parking (?:required|needed|wanted)|(?:no need for|does not need|doesnt need) (?:a )?parking|parking (?:is )?(?:not|no longer) (?:required|needed|wanted)|(?:does not|doesn't|doesnt|not|no longer) (?:driv(?:e|es|ing))|reg(?:istration)? (?:has )?changed|kein parkplatz (?:notig|benotigt)|fahrt nicht (?:mehr )?auto)(?!\p{L})/u;
/** The car after which its end is said: `car sold`, `Auto verkauft`. */
const CAR_GONE = new RegExp(
  `(?<!\\p{L})${CAR} (?:(?:is|was|has been|now|already|ist|wurde|est|is|e|jest) )*(?:sold|gone|scrapped|stolen|written off|verkauft|weg|abgemeldet|vendue?|vendid[oa]|vendut[oa]|verkocht|sprzedan\\w*|wedi'i werthu)(?!\\p{L})`,
  'u',
);
/** A number plate after the word for it: `reg is QQ12 ABC`. */
const PLATE_SAID =
  /(?<!\p{L})(?:car reg|reg|registration|plates?|vehicle|drives|fährt|kennzeichen|plaque|immatriculation|matr[ií]cula|targa|kenteken|rejestracj\w*|car|auto|voiture|coche|carro)(?: (?:no|nr|number|plate|is|now|ist|jetzt|est|es|e|changed to|to))*[.:]? (\p{Lu}{1,3}[ -]?[\p{Lu}\p{Nd}]{1,4}(?:[ -]?[\p{Lu}\p{Nd}]{1,4})?)(?![\p{L}\p{Nd}])/giu;

/** What notes say against a number plate: there is no car, or another one. */
export function carIn(notes: string, plate: string): string | undefined {
  const text = plain(notes);
  const said = [NO_CAR_NOW, CAR_GONE, CAR_SOLD, NO_PLACE_FOR_IT, NEW_CAR]
    .map((each) => each.exec(text)?.[0])
    .find(Boolean);
  return said ?? platesIn(notes).find((each) => keyOf(each) !== keyOf(plate));
}

/** Plates that are nothing else, of the United Kingdom, France and Italy, and Spain: `QQ12 ABC`, `AB-123-CD`, `1234 BCD`. */
const PLATE_ALONE =
  /(?<![\p{L}\p{N}-])([A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{2}[ -]\d{3}[ -][A-Z]{2}|\d{4} ?[B-DF-HJ-NP-TV-Z]{3})(?![\p{L}\p{N}-])/gu;

const platesIn = (notes: string): string[] =>
  [PLATE_SAID, PLATE_ALONE].flatMap((pattern) =>
    [...notes.matchAll(pattern)].flatMap(([, plate = '']) =>
      plate === plate.toUpperCase() && mayBePlate(plate) ? [plate] : [],
    ),
  );

/** A number plate without what stands between its groups. */
export const keyOf = (plate: string): string => plate.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

const GROUPS = /^[\p{L}\p{M}\p{N}]+(?:[ .·\-‐-―]+[\p{L}\p{M}\p{N}]+)*$/u;
const DAY = /^(?:\d{4}[-. ]\d{1,2}[-. ]\d{1,2}|\d{1,2}[-. ]\d{1,2}[-. ](?:\d{2}|\d{4}))$/;
/** No country has plates with more letters in a row, more digits, or more of both. */
const [LONG_WORD, MOST_DIGITS, LEAST_CHARACTERS, MOST_CHARACTERS] = [/\p{L}{5}/u, 8, 2, 11];
/** Letters alone in a group are capitals, or they are a word. */
const WORD = /^\p{L}{3,}$/u;
/** Words that remarks in capitals have, too. */
const REMARKS = new Set(
  'bay bike bis car cars due end gone key left lot lost moto new no none old paid row same see seit sold tba tbc tbd till until van vans yes'.split(
    ' ',
  ),
);

const isWord = (group: string): boolean =>
  (WORD.test(group) && group !== group.toUpperCase()) || REMARKS.has(group.toLowerCase());

/**
 * Whether a text can be a number plate: a few groups of letters and digits with at least one digit, and no word. Remarks such
 * as `lost` or `see row 3` cannot, and neither can days, phone numbers and two plates.
 */
export function mayBePlate(text: string): boolean {
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (digits === 0 || digits > MOST_DIGITS || characters < LEAST_CHARACTERS || characters > MOST_CHARACTERS)
    return false;
  if (!GROUPS.test(text) || DAY.test(text) || LONG_WORD.test(text)) return false;
  return !text.split(/[^\p{L}\p{M}\p{N}]+/u).some(isWord);
}
