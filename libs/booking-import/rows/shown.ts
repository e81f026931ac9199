const SHOWN = 60;

// eslint-disable-next-line no-control-regex -- replacing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What is stored in place of a cell that the database cannot hold. */
interface UnreadableCell {
  unreadable: string;
}

const isUnreadable = (value: unknown): value is UnreadableCell =>
  typeof value === 'object' && value !== null && typeof (value as Partial<UnreadableCell>).unreadable === 'string';

/** The start of a value, safe to show and to store. */
export function shown(value: unknown): string {
  const text = isUnreadable(value)
    ? value.unreadable
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return [
    ...text
      .slice(0, SHOWN * 2)
      .toWellFormed()
      .replace(CONTROL, '\ufffd'),
  ]
    .slice(0, SHOWN)
    .join('');
}
