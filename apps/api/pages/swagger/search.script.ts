/** The search over operations by the words of a housing office: a box in the bar, with a list that arrow keys and Enter work on. */
export const SEARCH_SCRIPT = `
const MOST_FOUND = 8;
const NOISE = new Set(['a', 'an', 'the', 'of', 'to', 'for', 'my', 'i', 'want', 'is', 'somebody', 'someone', 'please', 'how', 'do']);
const plain = (text) => (text ?? '').toLowerCase().normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim();
const stem = (word) => (word.length > 3 ? word.replace(/(ing|ed|es|s|e)$/, '') : word);
const wordsOf = (text) => plain(text).split(' ').filter(Boolean);
const WEIGHTS = { summary: 10, keywords: 8, tag: 4, path: 4, description: 2 };

let operations;
function allOperations() {
  return (operations ??= spec().get('paths').entrySeq().toArray().flatMap(([path, item]) => item.entrySeq().toArray().map(([method, operation]) => {
    const keywords = operation.get('x-keywords')?.toArray() ?? [];
    const texts = { summary: operation.get('summary'), keywords: keywords.join(' '), tag: operation.getIn(['tags', 0]), path, description: operation.get('description') };
    const words = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, wordsOf(text).map((word) => ({ word, stem: stem(word) }))]));
    return { id: operation.get('operationId'), method, tag: texts.tag, summary: texts.summary, phrases: [...keywords, texts.summary].map(plain), words };
  })));
}
// The last word may still be typed.
const agreement = (words, typed, isLast) => (words.some((each) => each.stem === stem(typed)) ? 1 : isLast && words.some(({ word }) => word.startsWith(typed)) ? 0.5 : 0);
function score({ phrases, words: said }, asked) {
  const phrase = plain(asked);
  const typed = wordsOf(asked);
  const words = typed.filter((word) => !NOISE.has(word));
  const best = Math.max(0, ...phrases.map((each) => each === phrase || each === words.join(' ') ? 40 : (' ' + phrase + ' ').includes(' ' + each + ' ') ? 25 + each.length / 10 : (' ' + each).includes(' ' + phrase) ? 20 : 0));
  const points = words.map((word, index) => Math.max(0, ...Object.entries(WEIGHTS).map(([field, weight]) => weight * agreement(said[field], word, index === words.length - 1))));
  const missed = points.filter((each) => each === 0).length;
  if (best === 0 && (words.length === 0 || missed > words.length / 2)) return 0;
  return best + points.reduce((sum, each) => sum + each, 0) / Math.max(1, words.length) - missed * 4;
}
const find = (asked) => allOperations().map((each) => ({ each, points: score(each, asked) })).filter(({ points }) => points > 0)
  .sort((one, other) => other.points - one.points).slice(0, MOST_FOUND).map(({ each }) => each);

const search = element('input', { type: 'search', id: 'lodge-search', placeholder: 'What would you like to do?', autocomplete: 'off', role: 'combobox', ariaLabel: 'Search operations', ariaExpanded: 'false' });
const found = element('ul', { id: 'lodge-found', role: 'listbox', hidden: true, ariaLabel: 'Operations found' });
search.setAttribute('aria-controls', found.id);
search.setAttribute('aria-autocomplete', 'list');
bar.append(element('div', { className: 'lodge-search', role: 'search' }, search, found));
let results = [];
let active = 0;
let shown;
function mark(index) {
  active = index;
  [...found.children].forEach((child, at) => child.setAttribute('aria-selected', String(at === index)));
  const chosen = found.children[index];
  if (chosen) { search.setAttribute('aria-activedescendant', chosen.id); chosen.scrollIntoView({ block: 'nearest' }); }
}
function show() {
  const asked = plain(search.value);
  results = asked && window.ui ? find(asked) : [];
  const items = results.map(({ id, method, summary, tag }) => {
    const item = element('li', { id: 'found-' + id, role: 'option' }, element('span', { className: 'lodge-method lodge-' + method, textContent: method.toUpperCase() }), element('span', { className: 'lodge-summary', textContent: summary }), element('small', { textContent: tag }));
    item.addEventListener('mousedown', (event) => event.preventDefault());
    item.addEventListener('click', () => open(results.findIndex((each) => each.id === id)));
    return item;
  });
  if (asked && items.length === 0) items.push(element('li', { className: 'lodge-none', textContent: 'Nothing is called that here. Try other words.' }));
  found.replaceChildren(...items);
  found.hidden = !asked;
  search.setAttribute('aria-expanded', String(!found.hidden));
  search.removeAttribute('aria-activedescendant');
  if (results.length > 0) mark(0);
}
/** Opens an operation and puts the cursor where something is missing, or on the button that executes it. */
function open(index) {
  const chosen = results[index];
  if (!chosen) return;
  found.hidden = true;
  search.setAttribute('aria-expanded', 'false');
  search.value = '';
  const { layoutActions } = window.ui;
  // Swagger UI draws everything that is open again at each key. What is closed keeps its values and its response.
  if (shown && shown !== chosen) layoutActions.show(['operations', shown.tag, shown.id], false);
  shown = chosen;
  layoutActions.show(['operations-tag', chosen.tag], true);
  layoutActions.show(['operations', chosen.tag, chosen.id], true);
  const blockId = 'operations-' + chosen.tag.replaceAll(' ', '_') + '-' + chosen.id;
  const waitFor = (tries) => {
    const block = document.getElementById(blockId);
    const execute = block?.querySelector('.execute');
    if (!execute) return tries > 0 && setTimeout(() => waitFor(tries - 1), 50);
    block.scrollIntoView({ block: 'start' });
    // What is known already is filled in after the first drawing.
    requestAnimationFrame(() => setTimeout(() => focusIn(block, execute)));
  };
  const focusIn = (block, execute) => {
    const missing = [...block.querySelectorAll('tr:has(.required) input, tr:has(.required) textarea, input[type=file]')].find((field) => !field.value);
    (missing ?? execute).focus({ preventScroll: true });
  };
  setTimeout(() => waitFor(60), 50);
}
search.addEventListener('input', show);
search.addEventListener('focus', show);
search.addEventListener('blur', () => { found.hidden = true; search.setAttribute('aria-expanded', 'false'); });
search.addEventListener('keydown', (event) => {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps && results.length > 0) { event.preventDefault(); mark((active + steps[event.key] + results.length) % results.length); }
  else if (event.key === 'Enter') { event.preventDefault(); open(active); }
  else if (event.key === 'Escape') { search.value = ''; show(); }
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)) { event.preventDefault(); search.focus(); }
});
`;
