/**
 * The body of a request as a form, above its JSON: what is chosen or typed there is written into the JSON, and the other way round.
 * Lists and objects are for the JSON.
 */
export const BODY_SCRIPT = `
const startOf = ({ type, enum: allowed, example }) => allowed?.[0] ?? { boolean: false, integer: 0, number: 0, array: [], object: {} }[type] ?? '';
const inputTypes = { date: 'date', integer: 'number', number: 'number' };

function Field({ React, name, schema, value, onChoose }) {
  const { type, format, enum: allowed, 'x-names': kind } = schema;
  const fixed = type === 'boolean' ? ['true', 'false'] : allowed;
  const choices = kind ? memory.choices(kind) : (fixed ?? []).map((id) => ({ id, label: id }));
  if (choices.length > 0) return React.createElement(Choice, { React, label: name, value: String(value), choices, onChoose: (id) => onChoose(type === 'boolean' ? id === 'true' : id) });
  if (!['string', 'integer', 'number'].includes(type)) return null;
  const isNumber = type !== 'string';
  return React.createElement('label', { className: 'lodge-choice', 'data-field': name }, name,
    React.createElement('input', { type: inputTypes[format] ?? inputTypes[type] ?? 'text', name, value: value ?? '', onChange: ({ target }) => onChoose(isNumber ? Number(target.value) : target.value) }));
}

const FilledBody = (Original, { React, oas3Actions }) => (props) => {
  useMemory(React);
  const [, path, method] = props.specPath.toArray();
  const key = path + ' ' + method + ' body';
  const content = props.requestBody.get('content');
  const type = props.contentType || content.keySeq().first();
  React.useEffect(() => {
    // People have files, programs send JSON.
    if (memory.opened.has(key) || !content.has('multipart/form-data')) return;
    memory.opened.add(key);
    oas3Actions.setRequestContentType({ value: 'multipart/form-data', pathMethod: [path, method] });
  }, []);
  const described = content.get(type);
  const example = isJson(type) ? described.get('example')?.toJS?.() : undefined;
  const properties = example ? schemaOf(plainSpec ??= spec().toJS(), described.get('schema').toJS()).properties ?? {} : {};
  // The records of the example are those of one site.
  const isExampleSite = memory.site === undefined || memory.site === EXAMPLE_SITE;
  const filled = (name) => memory.current(properties[name]?.['x-names'], example[name]) ?? (isExampleSite ? example[name] : '');
  const wanted = example && JSON.stringify(Object.fromEntries(Object.keys(example).map((name) => [name, properties[name]?.['x-names'] ? filled(name) : example[name]])), null, 2);
  const value = props.requestBodyValue;
  React.useEffect(() => {
    if (props.isExecute && wanted && !memory.isTyped([path, method], key) && value !== wanted) props.onChange(wanted);
  }, [wanted, value, props.isExecute]);
  const isForm = !isJson(type) && Boolean(described.getIn(['schema', 'properties', 'site']));
  React.useEffect(() => {
    if (props.isExecute && isForm && memory.site) props.onChange(memory.site, ['site']);
  }, [isForm, memory.site, props.isExecute]);
  const onChange = (text, at) => {
    // The editor of Swagger UI reports its initial value once.
    if (typeof text === 'string' && value && text !== value) memory.typed.add(key);
    return props.onChange(text, at);
  };
  const now = props.isExecute && typeof value === 'string' ? parsed(value) : undefined;
  const isObject = now !== null && typeof now === 'object' && !Array.isArray(now);
  const write = (name) => (text) => { memory.typed.add(key); props.onChange(JSON.stringify({ ...now, [name]: text }, null, 2)); };
  const fields = !isObject ? [] : Object.keys(now).filter((name) => properties[name]).map((name) =>
    React.createElement(Field, { React, key: name, name, schema: schemaOf(plainSpec, properties[name]), value: now[name], onChoose: write(name) }));
  const others = !isObject ? [] : Object.keys(properties).filter((name) => !(name in now)).map((name) => ({ id: name, label: name }));
  if (others.length > 0) fields.push(React.createElement(Choice, { React, key: '', label: 'Add', value: '', choices: others, onChoose: (name) => write(name)(startOf(schemaOf(plainSpec, properties[name]))) }));
  return React.createElement(React.Fragment, null, fields.length > 0 && React.createElement('div', { className: 'lodge-offers' }, ...fields),
    React.createElement(Original, { ...props, onChange }));
};
`;
