import { type Operation, resolve, type Schema } from './contract.js';

export const EVERY_KIND = [
  'site',
  'locationType',
  'location',
  'student',
  'booking',
  'otherBooking',
  'blockBooking',
  'flag',
  'welfareState',
  'category',
  'cancellationCode',
  'slaPolicy',
  'member',
  'apiKey',
  'session',
  'import',
  'studentImport',
  'importMapping',
  'document',
  'closure',
  'waitingEntry',
  'calendarFeed',
  'webhook',
  'delivery',
] as const;
export type Kind = (typeof EVERY_KIND)[number];

/** One spot of a request where an id can stand. In a body the path leads to it; `0` is the first of an array. */
export interface Place {
  in: 'path' | 'query' | 'body';
  path: string[];
  kind: Kind;
}

// What a name in a request names. A new name has to be said here, or the specs that use this fail.
const KINDS: Record<string, Kind> = {
  feedId: 'calendarFeed',
  webhookId: 'webhook',
  deliveryId: 'delivery',
  site: 'site',
  siteId: 'site',
  site_id: 'site',
  locationTypeId: 'locationType',
  location_type: 'locationType',
  locationId: 'location',
  location_id: 'location',
  location: 'location',
  location_tree: 'location',
  evacuation_flags: 'flag',
  person: 'student',
  student: 'student',
  person_id: 'student',
  lead_person: 'student',
  additional_people: 'student',
  bookingId: 'booking',
  booking_id: 'booking',
  // Of the block.
  bookings: 'otherBooking',
  conflict_booking_id: 'booking',
  with_booking: 'otherBooking',
  blockId: 'blockBooking',
  block_booking: 'blockBooking',
  flagId: 'flag',
  flags: 'flag',
  welfareStateId: 'welfareState',
  welfare_state: 'welfareState',
  categoryId: 'category',
  category_id: 'category',
  category_ids: 'category',
  policyId: 'slaPolicy',
  codeId: 'cancellationCode',
  keyId: 'apiKey',
  sessionId: 'session',
  importId: 'import',
  preview_id: 'import',
  mappingId: 'importMapping',
  jobId: 'import',
  documentId: 'document',
  object_id: 'document',
  pictureId: 'document',
  invitationId: 'document',
  closureId: 'closure',
  entryId: 'waitingEntry',
};

// What the schema leaves open, and a service asks for before it looks an id up.
// The lead person may be omitted only in a block, and a last name only for a person whom an import knows.
const NEEDED_AS_A_RULE = ['lead_person', 'person_id', 'last_name'];
const NEEDED_BY_SERVICE: Record<string, object> = { override: { cancellation_code: 'data_entry_error' } };

function kindOf(operation: Operation, name: string): Kind {
  if (name === 'userId') return operation.path.startsWith('/students') ? 'student' : 'member';
  if (name === 'importId' && operation.path.startsWith('/students')) return 'studentImport';
  if (name === 'parent') return operation.path.includes('location-types') ? 'locationType' : 'location';
  const kind = KINDS[name];
  if (!kind) throw new Error(`Say in test/support/id-places.ts what "${name}" of ${operation.name} names`);
  return kind;
}

/** Every place of an operation where an id can stand: path, query and body, nested and in arrays. */
export function placesOf(operation: Operation): Place[] {
  const parameters = operation.parameters
    .filter((each) => each.in === 'path' || (each.in === 'query' && each['x-id']))
    .map((each) => ({ in: each.in as Place['in'], path: [each.name], kind: kindOf(operation, each.name) }));
  return [...parameters, ...(operation.body ? placesIn(operation, operation.body, []) : [])];
}

function placesIn(operation: Operation, given: Schema, path: string[]): Place[] {
  const schema = resolve(given);
  const name = path.filter((part) => part !== '0').at(-1) ?? '';
  // A location of a student may be an id, a code or a name, and is text for that.
  const isId = given['x-id'] || schema['x-id'] || (name === 'location' && schema.type === 'string');
  if (isId) {
    const to = schema.type === 'array' ? [...path, '0'] : path;
    return [{ in: 'body', path: to, kind: kindOf(operation, name) }];
  }
  if (schema.type === 'array') return placesIn(operation, schema.items ?? {}, [...path, '0']);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => placesIn(operation, value, [...path, key]));
}

/** A body with what is required, and with what leads to a place; ids by kind. */
export function bodyFor(operation: Operation, ids: Record<Kind, string>, place?: Place): unknown {
  if (!operation.body) return undefined;
  return sample(operation, operation.body, '', ids, place?.in === 'body' ? place.path : []);
}

function sample(
  operation: Operation,
  described: Schema,
  name: string,
  ids: Record<Kind, string>,
  to: string[],
): unknown {
  const schema = resolve(described);
  const [next, ...rest] = to;
  if (schema.type === 'array') {
    const one = () => sample(operation, { ...schema.items, 'x-id': described['x-id'] }, name, ids, rest);
    return next === '0' || (schema.minItems ?? 0) > 0 || schema.items?.$ref ? [one()] : [];
  }
  if (schema.properties) {
    const more = Object.entries(NEEDED_BY_SERVICE[name] ?? {});
    const wanted = Object.entries(schema.properties).filter(([key]) => key === next || [...(schema.required ?? []), ...NEEDED_AS_A_RULE].includes(key)); // prettier-ignore
    const given = wanted.map(([key, value]) => [key, sample(operation, value, key, ids, key === next ? rest : [])]);
    return Object.fromEntries([...given, ...more]);
  }
  if (described['x-id'] || (name === 'location' && schema.type === 'string')) return ids[kindOf(operation, name)];
  return plainValue(schema);
}

/** A value that a field without an id accepts. */
export function plainValue({ example, enum: values, pattern, type, minimum }: Schema): unknown {
  if (example !== undefined) return example;
  if (values) return values[0];
  if (pattern?.includes('0-9A-F')) return '#2F6FED';
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  return 'text';
}
