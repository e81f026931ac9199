import { InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import { type DeclaredColumns, type Meaning, MEANINGS } from '#libs/booking-import/columns';

/** What somebody declared about a file as a whole. */
export interface Declared {
  columns?: DeclaredColumns | undefined;
}

/** @throws InvalidField `validation_failed` for a column that is declared to be what there is not */
export function requireDeclared({ columns = {} }: Declared): void {
  for (const [header, meaning] of Object.entries(columns))
    if (!MEANINGS.includes(meaning as Meaning))
      throw new InvalidField(
        'validation_failed',
        `/columns/${pointerToken(header)}`,
        `must be one of ${MEANINGS.join(', ')}`,
      );
}
