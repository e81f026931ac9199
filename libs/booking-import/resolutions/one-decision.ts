import { cellText } from '#libs/core/csv/cells';
import { DomainError, type FieldError, pointerToken } from '#libs/core/errors/domain-error';
import { fieldOf } from '#libs/booking-import/columns/columns';
import type { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';
import { statedStatus } from '#libs/matching/status-words';

const PARTS = ['action', 'person_id', 'create_person', 'location_id', 'status', 'booking_id', 'expected_version', 'values', 'override', 'accept'] as const; // prettier-ignore
type Part = (typeof PARTS)[number];

const MOST_SHOWN = 100;

/** @throws DomainError `contradictory_decisions`, if there is any */
export function refuseContradictory(errors: Omit<FieldError, 'code'>[]): void {
  const shown = errors.slice(0, MOST_SHOWN).map((each) => ({ ...each, code: 'contradictory_decisions' }));
  if (shown.length === 0) return;
  const detail = shown.map((each) => `${each.pointer} ${each.detail}`).join('; ');
  throw new DomainError('contradictory_decisions', detail, {}, shown);
}

const told = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
const isSame = (one: unknown, other: unknown): boolean => told(one) === told(other);
const textOf = (cell: unknown): string | undefined =>
  typeof cell === 'string' || typeof cell === 'number' ? cellText(cell) : undefined;

/** @throws DomainError `contradictory_decisions` when resolutions of a request contradict each other, or themselves */
export function requireOneDecision(resolutions: ResolutionRequest[]): void {
  const first = new Map<number, number>();
  refuseContradictory(
    resolutions.flatMap((resolution, index) => {
      const before = first.get(resolution.row_index);
      first.set(resolution.row_index, before ?? index);
      const other = before === undefined ? undefined : resolutions[before];
      const part = other && PARTS.find((each) => !isSame(other[each], resolution[each]));
      const pointer = `/resolutions/${index}`;
      if (!other || part === undefined) return contradictionsIn(resolution, pointer);
      const detail = `is ${told(resolution[part])}, and /resolutions/${before}/${part} of the same row is ${told(other[part])}; decide once`;
      return [{ pointer: `${pointer}/${part}`, detail }];
    }),
  );
}

/** What one resolution decides in two ways. */
function contradictionsIn(resolution: ResolutionRequest, pointer: string) {
  const { action, status, create_person: person, values = {} } = resolution;
  const errors: Omit<FieldError, 'code'>[] = [];
  const tell = (field: string, detail: string) => errors.push({ pointer: `${pointer}/${field}`, detail });
  if (action === 'skip')
    for (const part of PARTS.slice(1))
      if (resolution[part] !== undefined) tell(part, 'decides about a row that action skips; keep one of them');
  const said = new Map<string, { header: string; text: string | undefined }>();
  for (const [header, cell] of Object.entries(values)) {
    const [field, text] = [fieldOf(header) ?? header, textOf(cell)];
    const other = said.get(field);
    said.set(field, { header, text });
    const made = person?.[field as 'first_name' | 'last_name' | 'email' | 'student_id'];
    const where = `values/${pointerToken(header)}`;
    if (other && other.text !== text) tell(where, `is ${told(cell)}, and ${told(other.header)} for the same field is ${told(other.text)}; keep one`); // prettier-ignore
    if (text !== undefined && made !== undefined && made !== text) tell(where, `is ${told(text)}, and create_person has ${told(made)}; keep one`); // prettier-ignore
  }
  const stated = said.get('status')?.text;
  if (status !== undefined && stated !== undefined && statedStatus(stated) !== status)
    tell('status', `is ${told(status)}, and values has ${told(stated)}; keep one`);
  return errors;
}

/** The decisions of a file, of which `stated` are the rows with an action of their own, and of the request, which may add to them. */
export function bothResolutions(
  inFile: ResolutionRequest[],
  stated: ReadonlySet<number>,
  given: ResolutionRequest[] = [],
): ResolutionRequest[] {
  requireOneDecision(given);
  const ofFile = new Map(inFile.map((each) => [each.row_index, each]));
  refuseContradictory(
    given.flatMap((resolution, index) => {
      const own = ofFile.get(resolution.row_index);
      const part = own && opposedIn(own, resolution, stated.has(own.row_index));
      if (!own || !part) return [];
      const detail = `is ${told(resolution[part])}, and the file decides ${told(own[part] ?? own.person_id ?? own.create_person)} for row ${own.row_index}; decide once`;
      return [{ pointer: `/resolutions/${index}/${part}`, detail }];
    }),
  );
  const decided = new Set(given.map(({ row_index }) => row_index));
  return [
    ...given.map((resolution) => together(ofFile.get(resolution.row_index), resolution)),
    ...inFile.filter(({ row_index }) => !decided.has(row_index)),
  ];
}

function opposedIn(inFile: ResolutionRequest, given: ResolutionRequest, isStated: boolean): Part | undefined {
  const isSkip = ({ action }: ResolutionRequest) => action === 'skip';
  if (isSkip(inFile) !== isSkip(given) || (isStated && inFile.action !== given.action)) return 'action';
  if (inFile.create_person && given.person_id) return 'person_id';
  if (inFile.person_id && given.create_person) return 'create_person';
  const isOther = (part: Part) => inFile[part] !== undefined && given[part] !== undefined && !isSame(inFile[part], given[part]); // prettier-ignore
  return (['person_id', 'create_person', 'location_id'] as const).find(isOther);
}

function together(inFile: ResolutionRequest | undefined, given: ResolutionRequest): ResolutionRequest {
  if (!inFile) return given;
  const accept = given.accept && inFile.accept ? [...new Set([...inFile.accept, ...given.accept])] : (given.accept ?? inFile.accept); // prettier-ignore
  return { ...inFile, ...given, ...(accept && { accept }) };
}
