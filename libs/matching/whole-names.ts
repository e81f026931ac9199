/** The two names of a person in one text, if a comma says which is which: `Doe, Jane`. */
export function splitName(text: string): { first_name: string; last_name: string } | undefined {
  const [, last, first] = /^([^,]*\p{L}[^,]*),([^,]*\p{L}[^,]*)$/u.exec(text) ?? [];
  return last === undefined || first === undefined ? undefined : { first_name: first.trim(), last_name: last.trim() };
}
