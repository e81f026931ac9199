const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Words that an address has beside others, too: parent.newby@, admissions-office@. */
const ROLES =
  setOf(`parent parents mum mom mummy dad daddy mother father guardian guardians carer eltern mutter vater padre madre
  genitori padres ouders moeder rodzice admissions admission office offices enquiries enquiry inquiries accommodation housing lettings reception registry
  agency agent agents agentur sekretariat secretariat secretary verwaltung buero bursar registrar`);
/** Words of an address that has nothing else; within others they are anything. */
const WHOLE =
  setOf(`info infos contact kontakt contacto contatto team help helpdesk support service services sales admin administration
  booking bookings reservation reservations residence residences hostel erasmus exchange international student students family familie famille
  familia famiglia sponsor embassy employer school college university uni hr it finance accounts billing`);

/** Whether an address, in the words before the @, is that of parents or of an office rather than of a person of this name. */
export const isOfOffice = (
  words: readonly string[],
  { first, last }: { first: readonly string[]; last: readonly string[] },
): boolean =>
  words.some((word) => (ROLES.has(word) || (words.length === 1 && WHOLE.has(word))) && ![...first, ...last].includes(word)); // prettier-ignore
