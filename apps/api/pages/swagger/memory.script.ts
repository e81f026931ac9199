/**
 * What the responses of this page have named, by kind: the choices that are offered where an id is wanted. It is kept in the page
 * only, and lost when the user leaves the page or logs out.
 */
export const MEMORY_SCRIPT = `
const MOST_CHOICES = 200;
const memory = {
  site: undefined,
  zones: {},
  get zone() { return memory.zones[memory.site] ?? 'UTC'; },
  records: {},
  listeners: new Set(),
  // Fields in which the user typed or chose: they are not filled in any more.
  typed: new Set(),
  isTyped: (operation, field) => memory.typed.has(field) || memory.typed.has(operation.join(' ')),
  opened: new Set(),
  useSite(site) {
    if (site === memory.site) return;
    // Records belong to their site.
    if (memory.site !== undefined) memory.records = {};
    memory.site = site;
    memory.tell();
  },
  choices: (kind) => (kind === 'site' ? [...sites.options].map(({ value, textContent }) => ({ id: value, label: textContent })) : (memory.records[kind] ?? [])),
  /** The value of a field of this kind until the user types: the last one seen, or that of the demo data at its site. */
  current(kind, example) {
    if (memory.site === undefined) return example;
    if (kind === 'site') return memory.site;
    return memory.records[kind]?.[0]?.id ?? (memory.site === EXAMPLE_SITE ? example : undefined);
  },
  learn(records) {
    const found = {};
    for (const { kind, id, label } of records) (found[kind] ??= new Map()).set(id, label || found[kind].get(id));
    for (const [kind, named] of Object.entries(found)) {
      const known = new Map((memory.records[kind] ?? []).map(({ id, label }) => [id, label]));
      const first = [...named].map(([id, label]) => ({ id, label: label || known.get(id) || id }));
      const rest = (memory.records[kind] ?? []).filter(({ id }) => !named.has(id));
      memory.records[kind] = [...first, ...rest].slice(0, MOST_CHOICES);
    }
    memory.tell();
  },
  /** The name of a record that was seen; nothing for another one. */
  labelOf: (id) => Object.values(memory.records).flat().find((record) => record.id === id && record.label !== id)?.label ?? '',
  tell: () => memory.listeners.forEach((listener) => listener()),
};

const schemaOf = (spec, schema) => {
  if (schema?.$ref) return schemaOf(spec, schema.$ref.split('/').slice(1).reduce((so, key) => so?.[key], spec));
  const wrapped = schema?.allOf ?? schema?.oneOf ?? schema?.anyOf;
  return wrapped ? { ...schema, ...(wrapped.map((each) => schemaOf(spec, each)).find((each) => each.properties || each.type) ?? {}) } : (schema ?? {});
};
const labelOf = (record, kind) => {
  const person = record.record_name ?? (record.last_name === undefined ? undefined : [record.last_name, record.first_name].filter(Boolean).join(', '));
  const place = record.location_name ?? (kind === 'booking' ? undefined : record.name);
  const code = record.code ?? record.location_code ?? record.reference ?? record.student_id;
  const parts = kind === 'booking' ? [record.reference, person ?? record.lead_person?.last_name, record.phase ?? record.status, place] : [person ?? place, code];
  return parts.filter((each) => typeof each === 'string').join(' \\u00b7 ');
};
/** Every record that a response names, in its order: those that it holds, and people and bookings that these refer to. */
function recordsIn(spec, described, value) {
  const schema = schemaOf(spec, described);
  if (Array.isArray(value)) return value.flatMap((each) => recordsIn(spec, schema.items, each));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = value[name];
    const kind = field['x-names'];
    const isOwn = ['_id', 'import_id', 'preview_id', 'code'].includes(name);
    // The room of a booking is taken: it is no choice for the next one.
    if (typeof inner === 'string') return kind && inner && (isOwn || kind === 'student' || kind === 'booking') ? [{ kind, id: inner, label: isOwn ? labelOf(value, kind) : kind === 'student' ? value.record_name : undefined }] : [];
    return recordsIn(spec, field, inner);
  });
}
`;
