import { likenessOf } from './likeness.mjs';

// The specs of a library; what else reaches it does so in passing.
const OF = {
  bookings: ['test/api/bookings', 'test/api/events', 'test/model', 'test/rules'],
  occupancy: ['test/api/bookings', 'test/api/availability', 'test/api/closures', 'test/api/locations', 'test/model'],
  accounts: ['test/api/accounts', 'test/api/isolation', 'test/api/sites', 'test/rules'],
  'booking-import': ['test/api/imports', 'test/jobs', 'test/rules'],
};

const words = (path) => new Set(path.split(/[^a-z]+/).filter((word) => word.length > 3));

let likeness;

/**
 * The specs to run with a mutant, the ones that speak of what its file is about first, as many as have time. Those that reach it are known,
 * except for what runs in other threads and what runs once per process: then any spec of its library may.
 */
export function specsFor(mutant, { files, before }, budget) {
  const [, library, ...rest] = mutant.file.split('/');
  const named = words(rest.join('/'));
  const isOwn = (spec) => OF[library].some((folder) => spec.startsWith(folder));
  const passing = Object.entries(files).filter(([, { passes }]) => passes);
  const reaching = passing.filter(([, { reached }]) => reached.includes(mutant.id));
  const isUnknown = reaching.length === 0 || before.includes(mutant.id);
  const chosen = isUnknown ? passing.filter(([spec]) => isOwn(spec)) : reaching;
  likeness ??= likenessOf(Object.keys(files));
  const like = likeness(mutant.file);
  const order = ([spec, { seconds }]) => {
    const common = [...words(spec)].filter((word) => named.has(word)).length;
    return [isOwn(spec) ? 0 : 1, -common - like(spec), seconds];
  };
  const ordered = chosen
    .map((each) => ({ each, order: order(each) }))
    .sort((one, other) => compare(one.order, other.order));
  let left = budget;
  return ordered
    .map(({ each: [spec, { seconds }] }) => ({ spec, seconds }))
    .filter(({ seconds }, index) => (left -= seconds) >= 0 || index === 0);
}

const compare = (one, other) => {
  const first = one.findIndex((value, index) => value !== other[index]);
  return first < 0 ? 0 : one[first] - other[first];
};
