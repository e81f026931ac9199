/** Words of lines that end a list or a page, and say nothing of its rows; with numbers, days and times next to them. */
const WORDS = new Set(
  `total totals sum summe gesamt gesamtsumme insgesamt anzahl totale totali total général somme nombre suma totaal aantal soma quantidade razem liczba cyfanswm nifer
  subtotal zwischensumme rows row records students bookings arrivals zeilen studierende buchungen lignes étudiants réservations filas estudiantes reservas righe studenti prenotazioni
  rijen studenten boekingen linhas estudantes wierszy studentów rezerwacji page pages seite page página pagina strona tudalen of von de di van z o
  printed exported generated created gedruckt exportiert erstellt imprimé exporté généré impreso exportado generado stampato esportato generato afgedrukt geëxporteerd
  wydrukowano wyeksportowano on at by am um le el il op em dnia uhr end list report ende der liste fin de la liste fine elenco einde lijst fim da lista koniec listy`.split(
    /\s+/u,
  ),
);
const MONTH = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/u;

/** *** End of report ***, ----- */
const ORNAMENT = /([*=_~#>+-])\1+/gu;

/** Whether a line is the end of a list or a page, as programs write it: a sum, the number of a page, or when it was printed. */
export const isFooter = (text: string): boolean => {
  const plain = text.toLowerCase().replace(ORNAMENT, ' ');
  const words = plain.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}\p{N}\s:.,;|/()\u2013-]/gu) ?? [];
  return plain.trim() === '' || (words.length > 0 && words.every((word) => WORDS.has(word) || MONTH.test(word)));
};
