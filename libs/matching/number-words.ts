import { plain } from '#libs/core/text/plain';

/** The numbers from one on, in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish and Welsh. */
const WORDS = [
  'one eins ein un une uno una een um jeden',
  'two zwei deux dos due twee dois dwa dau',
  'three drei trois tres tre drie três trzy tri',
  'four vier quatre cuatro quattro quatro cztery pedwar',
  'five fünf cinq cinco cinque vijf pięć pump',
  'six sechs seis sei zes sześć chwech',
  'seven sieben sept siete sette zeven sete siedem saith',
  'eight acht huit ocho otto oito osiem wyth',
  'nine neun neuf nueve nove negen dziewięć naw',
  'ten zehn dix diez dieci tien dez dziesięć deg',
  'eleven elf onze once undici',
  'twelve zwölf douze doce dodici twaalf doze dwanaście',
];
const NUMBERS = new Map(WORDS.flatMap((list, index) => list.split(' ').map((word) => [plain(word), index + 1])));

/** The number that a word says, with or without its signs: `three`, `fünf`, `funf`. */
export const numberNamed = (word: string): number | undefined => NUMBERS.get(plain(word));
