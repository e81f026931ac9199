import { columnOf, fieldOf, STORED_FIELDS, type StoredField } from '#libs/bookings/booking-fields';

const erasedAs = (what: ReturnType<typeof fieldOf>['erased']): StoredField[] =>
  STORED_FIELDS.filter((name) => fieldOf(name).erased === what);
/** Texts in which people may be named, and all that is emptied when the lead person is erased. */
export const ERASED_TEXTS = erasedAs('text');
export const ERASED_FIELDS = [...ERASED_TEXTS, ...erasedAs('value')];

/** The columns of fields, as the register of personal data lists them: what is emptied, the texts of it, ids, and what else is kept. */
export function erasedColumns(): Record<'emptied' | 'texts' | 'ids' | 'kept', string> {
  const listed = (names: readonly StoredField[]) => names.map((name) => columnOf(name).name).join(' ');
  const isId = (name: StoredField) => columnOf(name).type === 'uuid';
  const kept = erasedAs('kept');
  return {
    emptied: listed(ERASED_FIELDS),
    texts: listed(ERASED_TEXTS),
    ids: listed(kept.filter(isId)),
    kept: listed(kept.filter((name) => !isId(name))),
  };
}
