import type { SiteAccess } from '#libs/accounts/access/access';

/** The parts of a student that only some callers may see. */
export interface Sight {
  welfare: boolean;
  birth: boolean;
}

export const sightOf = (access: SiteAccess): Sight => ({
  welfare: access.may('student.welfare'),
  birth: access.may('student.birth_date'),
});

/** What was left out, for the header `x-redacted`; undefined when nothing was. */
export function redactedFor(access: SiteAccess): string | undefined {
  const { welfare, birth } = sightOf(access);
  return [...(welfare ? [] : ['welfare']), ...(birth ? [] : ['date_of_birth'])].join(', ') || undefined;
}
