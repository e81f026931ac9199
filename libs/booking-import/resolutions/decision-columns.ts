import { cellText } from '#libs/core/csv/cells';
import { RAGGED } from '#libs/core/csv/file-rows';
import { DomainError, type FieldError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { ImportPersonRequest, ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';
import { type Field, namesIn, valuesOf } from '#libs/booking-import/columns/columns';
import { splitName } from '#libs/matching/whole-names';
import { refuseContradictory } from '#libs/booking-import/resolutions/one-decision';
import { ISSUE_CODES, type IssueCode } from '#libs/booking-import/issues';

/** What a file of failed rows has in addition to their cells: the problems, the candidates, and empty columns for decisions. */
export const DECISION_COLUMNS = {
  import: 'lodge_import',
  doubt: 'lodge_doubt',
  problems: 'lodge_problems',
  people: 'lodge_people',
  rooms: 'lodge_rooms',
  action: 'lodge_action',
  person: 'lodge_person',
  room: 'lodge_room',
  accept: 'lodge_accept',
} as const;
type DecisionColumn = keyof typeof DECISION_COLUMNS;
const NAMES = new Set<string>(Object.values(DECISION_COLUMNS));
/** The cells that a line had beyond its header: `lodge_beyond_1` is the first of them. */
export const BEYOND = 'lodge_beyond_';
const BEYOND_COLUMN = /^lodge_beyond_(\d{1,4})$/;
/** Columns that decide about a row which is imported. */
const DECIDING = ['person', 'room', 'accept'] as const;
const ACTIONS = ['create', 'update', 'skip'] as const;

/** A candidate as the file shows it: who writes its number means it. */
export const candidateLine = (text: string, id: string, index: number): string => `${index + 1}) ${text} [${id}]`;
const ORIGIN = /^row (\d{1,9}):/;
const CANDIDATE = /^(\d+)\) .*\[([0-9a-f-]{36})\]$/;

export interface DecidedRows {
  rows: BookingImportRowRequest[];
  /** The import that the rows failed in, if they come from such a file. */
  importId: string | undefined;
  resolutions: ResolutionRequest[];
  /** The rows whose action is written, not implied by another decision. */
  stated: ReadonlySet<number>;
  /** Which number each row had in that import. */
  origins: ReadonlyMap<number, number>;
}

interface Defect {
  pointer: string;
  code: string;
  detail: string;
}

/**
 * Takes the decisions out of the rows of a corrected file.
 * @throws DomainError `validation_failed` naming each cell that is no decision, `contradictory_decisions` for rows that are skipped and decided
 */
export function decidedRows(given: BookingImportRowRequest[]): DecidedRows {
  if (![...namesIn(given)].some((header) => NAMES.has(header.trim())))
    return { rows: given, importId: undefined, resolutions: [], stated: new Set(), origins: new Map() };
  const defects: Defect[] = [];
  const imports = new Set<string | undefined>();
  const resolutions: ResolutionRequest[] = [];
  const stated = new Set<number>();
  const opposed: Omit<FieldError, 'code'>[] = [];
  const origins = new Map<number, number>();
  const rows = given.map(({ row_index, values }, index) => {
    const cells = new Map<DecisionColumn, string>();
    const rest: [string, unknown][] = [];
    const beyond: string[] = [];
    for (const [header, cell] of Object.entries(values)) {
      const column = (Object.keys(DECISION_COLUMNS) as DecisionColumn[]).find(
        (each) => DECISION_COLUMNS[each] === header.trim(),
      );
      const text = column && (typeof cell === 'string' || typeof cell === 'number') ? cellText(cell) : undefined;
      const place = Number(BEYOND_COLUMN.exec(header.trim())?.[1] ?? 0);
      if (place > 0) beyond[place - 1] = String(cell ?? '');
      else if (!column) rest.push([header, cell]);
      else if (text !== undefined) cells.set(column, text);
    }
    // Not assigned one by one: a column called __proto__ would become the prototype.
    const own = withDoubt(Object.fromEntries(rest), cells.get('doubt'), beyond);
    const refuse = (column: DecisionColumn, detail: string) =>
      defects.push({ pointer: `/rows/${index}/values/${DECISION_COLUMNS[column]}`, code: 'decision', detail });
    imports.add(cells.get('import')?.toLowerCase());
    const [, origin] = ORIGIN.exec(cells.get('problems') ?? '') ?? [];
    if (origin !== undefined) origins.set(row_index, Number(origin));
    const resolution = resolutionOf(row_index, cells, own, refuse);
    if (resolution) resolutions.push(resolution);
    if (cells.has('action')) stated.add(row_index);
    const others = resolution?.action === 'skip' ? DECIDING.filter((column) => cells.has(column)) : [];
    if (others.length > 0)
      opposed.push({ pointer: `/rows/${index}/values/${DECISION_COLUMNS.action}`, detail: `skips a row about which ${others.map((column) => DECISION_COLUMNS[column]).join(', ')} decides; empty one of them` }); // prettier-ignore
    return { row_index, values: own };
  });
  const [importId, ...others] = imports;
  if (others.length > 0 || (importId !== undefined && !isId(importId)))
    defects.push({ pointer: `/rows/0/values/${DECISION_COLUMNS.import}`, code: 'decision', detail: 'must be the same in every row, as the file had it' }); // prettier-ignore
  if (defects.length > 0) {
    const shown = defects.slice(0, 100);
    throw new DomainError('validation_failed', shown.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '), {}, shown); // prettier-ignore
  }
  refuseContradictory(opposed);
  return { rows, importId, resolutions, stated, origins };
}

/** The cells of a row with what its line was doubted for, as a file has it that is read for the first time. */
function withDoubt(values: Record<string, unknown>, doubt: string | undefined, beyond: string[]) {
  const isFilled = beyond.some((cell) => cellText(cell) !== undefined);
  if (doubt === undefined && !isFilled) return values;
  const more = isFilled ? Array.from(beyond, (cell) => cell ?? '') : [];
  return { ...values, [RAGGED]: [doubt ?? 'cells beyond the header', ...more, values[RAGGED] ?? []].flat() };
}

type Refuse = (column: DecisionColumn, detail: string) => void;
type Cells = ReadonlyMap<DecisionColumn, string>;

function resolutionOf(
  row_index: number,
  cells: Cells,
  values: Record<string, unknown>,
  refuse: Refuse,
): ResolutionRequest | undefined {
  const said = cells.get('action')?.toLowerCase();
  const action = ACTIONS.find((each) => each === said);
  if (said !== undefined && !action) refuse('action', `must be one of ${ACTIONS.join(', ')}`);
  const person = cells.get('person');
  const isNew = person?.toLowerCase() === 'new';
  const personId = isNew ? undefined : chosen(cells, 'person', 'people', refuse);
  const locationId = chosen(cells, 'room', 'rooms', refuse);
  const accept = acceptedIn(cells, refuse);
  if (!action && !isNew && !personId && !locationId && accept.length === 0) return undefined;
  const fields = valuesOf(values);
  return {
    row_index,
    action: action ?? (fields.has('booking_id') || fields.has('reference') ? 'update' : 'create'),
    ...(personId && { person_id: personId }),
    ...(isNew && { create_person: newPerson(fields, refuse) }),
    ...(locationId && { location_id: locationId }),
    ...(accept.length > 0 && { accept }),
  };
}

/** The id of a candidate by its number in the same row, or an id as it is. */
function chosen(cells: Cells, column: 'person' | 'room', list: 'people' | 'rooms', refuse: Refuse): string | undefined {
  const text = cells.get(column)?.toLowerCase();
  if (text === undefined || isId(text)) return text;
  const lines = (cells.get(list) ?? '').split('\n').map((line) => CANDIDATE.exec(line.trim()));
  const id = lines.find((line) => line?.[1] === text)?.[2];
  if (id === undefined) refuse(column, `must be the number of one in ${DECISION_COLUMNS[list]}, or an id`);
  return id;
}

function acceptedIn(cells: Cells, refuse: Refuse): IssueCode[] {
  const words = (cells.get('accept') ?? '').split(/[\s,;]+/).filter(Boolean);
  const codes = words.flatMap((word) => ISSUE_CODES.find((code) => code === word.toLowerCase()) ?? []);
  if (codes.length < words.length)
    refuse('accept', `must be codes of issues, as ${DECISION_COLUMNS.problems} has them`);
  return codes;
}

function newPerson(fields: ReadonlyMap<Field, unknown>, refuse: Refuse): ImportPersonRequest {
  const text = (field: Field) => {
    const cell = fields.get(field);
    return typeof cell === 'string' || typeof cell === 'number' ? cellText(cell) : undefined;
  };
  const whole = splitName(text('full_name') ?? '', text('name_order'));
  const [first, last] = [text('first_name') ?? whole?.first_name, text('last_name') ?? whole?.last_name];
  const [email, studentId] = [text('email'), text('student_id')];
  if (first === undefined) refuse('person', 'new needs first_name in the row');
  return {
    first_name: first ?? '',
    ...(last !== undefined && { last_name: last }),
    ...(email !== undefined && { email }),
    ...(studentId !== undefined && { student_id: studentId }),
  };
}
