import type { OpenAPIObject } from '@nestjs/swagger';
import { kindOfPath } from '#apps/api/docs-kinds';
import { BOOKING_WORDS } from '#apps/api/words/booking-words';
import { IMPORT_WORDS } from '#apps/api/words/import-words';
import { OWN_WORDS } from '#apps/api/words/own-words';
import { PARAMETER_WORDS } from '#apps/api/words/parameter-words';
import { RECORD_WORDS } from '#apps/api/words/record-words';

interface Described {
  description?: string;
}
interface Parameter extends Described {
  in: string;
  name: string;
}

const KINDS: Record<string, string> = {
  block: 'block booking',
  code: 'cancellation code',
  entry: 'entry of the waiting list',
  feed: 'calendar feed',
  import: 'import of bookings',
  key: 'API key',
  mapping: 'mapping of columns',
  member: 'user',
  picture: 'picture, as its address names it',
  policy: 'SLA policy',
  student_import: 'import of students',
};

const wordsOfPath = (path: string, name: string): string => {
  const kind = kindOfPath(path, name);
  return `The id of the ${KINDS[kind] ?? kind.replace('_', ' ')}`;
};

const FIELD_WORDS = { ...RECORD_WORDS, ...BOOKING_WORDS, ...IMPORT_WORDS };

const wordsOf = (schema: string, field: string): string | undefined =>
  OWN_WORDS[`${schema}.${field}`] ?? (FIELD_WORDS as Record<string, string>)[field];

/** Describes the parameters and fields whose decorator does not: the ids of paths, and what means the same in every record. */
export function withWords(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(item as Record<string, { parameters?: Parameter[] }>))
      for (const each of parameters)
        each.description ??= each.in === 'path' ? wordsOfPath(path, each.name) : PARAMETER_WORDS[each.name];
  const schemas = document.components?.schemas as Record<string, { properties?: Record<string, Described> }>;
  for (const [name, { properties = {} }] of Object.entries(schemas))
    for (const [field, described] of Object.entries(properties)) {
      if (described.description) continue;
      const words = wordsOf(name, field);
      if (words) described.description = words;
    }
  return document;
}
