/** What spreadsheets show where a formula failed, in the languages that they are used in here. */
const ERROR_VALUES = new Set(
  `#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #SPILL! #CALC! #FIELD! #GETTING_DATA #BLOCKED! #CONNECT! #UNKNOWN! #BUSY! #EXTERNAL! #PYTHON! #TIMEOUT!
  #NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #FELD! #VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION! #¡REF! #¡VALOR! #¿NOMBRE? #NOMBRE? #¡NUM! #¡NULO! #¡DIV/0! #¡DESBORDAMIENTO!
  #RIF! #VALORE! #NOME? #N/D #NULLO! #VERW! #WAARDE! #NAAM? #GETAL! #LEEG! #DEEL/0! #N/B #OVERLOOP! #VALOR! #NÚM! #NULO!
  #ADR! #ARG! #NAZWA? #LICZBA! #ZERO! #DZIEL/0! #N/D! #VIITTAUS! #ARVO! #NIMI? #LUKU! #TYHJÄ! #JAKO/0! #PUUTTUU!`
    .split(/\s+/)
    .filter(Boolean),
);
/** A column too narrow for its numbers, saved as it was shown; and what LibreOffice writes. */
const NOT_SHOWN = /^(#{3,}|Err:\d{3})$/i;

/** Whether a text is what a spreadsheet shows in place of a value: the value itself is lost. */
export const isErrorValue = (text: string): boolean => ERROR_VALUES.has(text.toUpperCase()) || NOT_SHOWN.test(text);

/** 1.23457E+16: the form in which a spreadsheet shows a long number, or a text like 12E5 that it took for one, without its digits. */
const ROUNDED = /^[+-]?\d([.,]\d+)?E\+\d+$/i;
export const isRounded = (text: string): boolean => ROUNDED.test(text);

/** How databases write that there is nothing. */
const NOTHING = /^(NULL|\(null\)|<null>|\\N)$/;
export const isNothing = (text: string): boolean => NOTHING.test(text);

/** How people write that somebody has none of what a column is for. Dots and other marks may be ditto marks. */
const NONE =
  /^([-\u2010-\u2015]{1,3}|\.?\/\.?|n\/?a|n\.a\.|none|nil|no e-?mail|not known|unknown|keine?|k\.\s?a\.|aucune?|ninguno|nessuna?|geen|nenhum|brak|dim)$/iu;
export const saysNone = (text: string): boolean => NONE.test(text);

/** How people write that something has no end. */
const OPEN =
  /^(open|open[- ]?end(ed)?|no end( date)?|indefinite(ly)?|ongoing|rolling|until further notice|unbefristet|bis auf weiteres|open eind(e)?|onbepaald|durée indéterminée|indéterminée?|indefinid[oa]|indeterminat[oa]|tempo indeterminato|por tempo indeterminado|bezterminowo|penagored)$/iu;
export const saysOpen = (text: string): boolean => OPEN.test(text);
