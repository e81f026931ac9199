import { InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import { type DeclaredColumns, type Meaning, MEANINGS } from '#libs/booking-import/columns';
import type { DateOrder, DateStyle } from '#libs/booking-import/dates';

/** From which year the numbers of a file count days. */
export const DATE_SYSTEMS = ['1900', '1904'] as const;
export type DateSystem = (typeof DATE_SYSTEMS)[number];

/** What somebody declared about a file as a whole. */
export interface Declared {
  columns?: DeclaredColumns | undefined;
  date_order?: DateOrder | undefined;
  date_system?: DateSystem | undefined;
}

/** What a request declares. @throws InvalidField `validation_failed` for a column that is declared to be what there is not */
export function declaredIn({ columns, date_order, date_system }: Declared): Declared {
  requireMeanings(columns);
  return {
    ...(columns !== undefined && { columns }),
    ...(date_order !== undefined && { date_order }),
    ...(date_system !== undefined && { date_system }),
  };
}

function requireMeanings(columns: DeclaredColumns = {}): void {
  for (const [header, meaning] of Object.entries(columns))
    if (!MEANINGS.includes(meaning as Meaning))
      throw new InvalidField(
        'validation_failed',
        `/columns/${pointerToken(header)}`,
        `must be one of ${MEANINGS.join(', ')}`,
      );
}

/** How a file writes days: as somebody declared, else as its dates prove. */
export function styleOf(proved: DateStyle, { date_order: order, date_system: system }: Declared): DateStyle {
  return {
    dateOrder: order === undefined ? proved.dateOrder : order === 'ymd' ? null : order,
    yearPlace: order === undefined ? proved.yearPlace : order === 'ymd' ? 'first' : 'last',
    countsFrom1900: system === undefined ? proved.countsFrom1900 : system === '1900',
    ...(system === '1904' && { countsFrom1904: true }),
  };
}
