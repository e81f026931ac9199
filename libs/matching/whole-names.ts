/** The two names of a person in one text, if a comma says which is which: `Doe, Jane`. A header that has the first name first contradicts it. */
export function splitName(text: string, said?: string | null): { first_name: string; last_name: string } | undefined {
  if (said === 'first') return undefined;
  const [, last, first] = /^([^,]*\p{L}[^,]*),([^,]*\p{L}[^,]*)$/u.exec(text) ?? [];
  return last === undefined || first === undefined ? undefined : { first_name: first.trim(), last_name: last.trim() };
}
