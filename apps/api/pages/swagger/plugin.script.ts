/**
 * The parts of Swagger UI that Lodge adds to, by the way its plugins do: it learns from responses, fills ids in until somebody types,
 * offers those that it has seen, and puts the sentence of a problem first.
 */
export const PLUGIN_SCRIPT = `
const isJson = (type) => /json/.test(type ?? '');
const parsed = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
const spec = () => window.ui.specSelectors.specJson();
let plainSpec;
let awaited;

function learnFrom(path, method, { status, text, body }) {
  if (status === 401 || path === '/users/sessions') void showUser();
  if (status !== 200) {
    // A refused request is not changed, so that the user can correct it; free rooms in the response become choices.
    memory.typed.add(path + ' ' + method);
    const { free_locations: free = [] } = parsed(text) ?? {};
    return memory.learn(free.map((each) => ({ kind: 'location', id: each._id, label: labelOf(each, 'location') })));
  }
  plainSpec ??= spec().toJS();
  const operation = plainSpec.paths[path]?.[method];
  const schema = operation?.responses?.['200']?.content?.['application/json']?.schema;
  const found = schema ? recordsIn(plainSpec, schema, body ?? parsed(text)) : [];
  memory.learn(found.filter(({ kind }) => kind !== 'site'));
}

/** Draws a component again when something was learned. */
function useMemory({ useEffect, useReducer }) {
  const [, redraw] = useReducer((times) => times + 1, 0);
  useEffect(() => { memory.listeners.add(redraw); return () => memory.listeners.delete(redraw); }, []);
}

const Choice = ({ React, label, value, choices, onChoose }) =>
  React.createElement('label', { className: 'lodge-choice', 'data-field': label }, label,
    React.createElement('select', { value: choices.some(({ id }) => id === value) ? value : '', onChange: (event) => event.target.value && onChoose(event.target.value) },
      React.createElement('option', { value: '' }, 'choose'),
      ...choices.map(({ id, label: text }) => React.createElement('option', { key: id, value: id }, text))));

const FilledParameter = (Original, { React }) => (props) => {
  useMemory(React);
  const { rawParam, pathMethod, specActions, specSelectors, isExecute } = props;
  const kind = rawParam.get('x-names');
  const key = [...pathMethod, rawParam.get('in'), rawParam.get('name')].join(' ');
  const value = specSelectors.parameterWithMetaByIdentity(pathMethod, rawParam)?.get('value');
  const example = rawParam.get('example') ?? rawParam.getIn(['schema', 'example']);
  const wanted = kind && rawParam.get('required') ? memory.current(kind, example) : undefined;
  const set = (text) => specActions.changeParamByIdentity(pathMethod, rawParam, text, false);
  React.useEffect(() => {
    const isOpen = kind && rawParam.get('required') && !memory.isTyped(pathMethod, key);
    if (isOpen && (value ?? undefined) !== wanted && !(value === null && wanted === undefined)) set(wanted ?? null);
  }, [wanted, value]);
  const onChange = (parameter, text, isXml) => {
    // The page itself sets the example first.
    if (!(value === undefined && text === example)) memory.typed.add(key);
    return props.onChange(parameter, text, isXml);
  };
  const choices = kind && isExecute ? memory.choices(kind) : [];
  const choose = (id) => { memory.typed.add(key); set(id); };
  return React.createElement(React.Fragment, null, React.createElement(Original, { ...props, onChange }),
    choices.length > 0 && React.createElement('tr', { className: 'lodge-choices' }, React.createElement('td', null),
      React.createElement('td', null, React.createElement(Choice, { React, label: 'Seen on this page', value, choices, onChoose: choose }))));
};

const ProblemFirst = (Original, { React }) => (props) => {
  const received = props.response.getIn(['headers', 'content-type']) ?? '';
  const text = isJson(received) ? props.response.get('text') : undefined;
  const body = React.useMemo(() => (text ? parsed(text) : undefined), [text]);
  const problem = /problem.json/.test(received) ? body : undefined;
  const errors = (problem?.errors ?? []).filter(({ pointer, detail }) => problem.detail !== pointer + ' ' + detail).map(({ pointer, parameter, detail }, index) => React.createElement('li', { key: index }, (pointer ?? parameter ?? '') + ' ' + detail));
  const place = React.useRef();
  // The button that had the focus is off while a request is under way.
  const id = props.response.getIn(['headers', 'x-request-id']);
  React.useEffect(() => {
    // One of before, of an operation that is opened again, stays where it is.
    if (id !== awaited) return;
    awaited = undefined;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return React.createElement('div', { className: 'lodge-live', ref: place, tabIndex: -1 },
    problem && React.createElement('div', { className: 'lodge-problem', role: 'alert' }, React.createElement('strong', null, problem.title), React.createElement('p', null, problem.detail), errors.length > 0 && React.createElement('ul', null, ...errors)),
    body && React.createElement(Readable, { React, body, isProblem: Boolean(problem) }),
    React.createElement(Original, props));
};

window.lodgePlugin = {
  statePlugins: {
    spec: { wrapActions: { setResponse: (original) => (path, method, response) => {
      const received = response.error ? (response.err.response ?? {}) : response;
      awaited = received.headers?.['x-request-id'];
      const result = original(path, method, response);
      learnFrom(path, method, received);
      return result;
    } } },
  },
  wrapComponents: { parameterRow: FilledParameter, RequestBody: FilledBody, liveResponse: ProblemFirst },
};
`;
