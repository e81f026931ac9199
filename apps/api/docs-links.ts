import type { OpenAPIObject } from '@nestjs/swagger';
import { RESPONSE_EXAMPLES } from '#apps/api/response-examples';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
}
interface Link {
  operationId: string;
  parameters: Record<string, string>;
  description: string;
}
interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
  responses: Record<string, { links?: Record<string, Link> }>;
}
interface Route {
  method: string;
  path: string;
  operation: Operation;
}

// What a field of a response names, and which operation reads it by which parameter.
const REFERENCES: Record<string, [operationId: string, parameter: string]> = {
  lead_person: ['Students_read', 'userId'],
  person: ['Students_read', 'userId'],
  location: ['Locations_read', 'locationId'],
  parent: ['Locations_read', 'locationId'],
  location_type: ['LocationTypes_read', 'locationTypeId'],
  booking: ['Bookings_read', 'bookingId'],
  block_booking: ['Blocks_read', 'blockId'],
};

// Records whose collection has another address, or none: the response that holds them, and where in it the id is.
const ELSEWHERE: [from: RegExp, pointer: string, item: string][] = [
  [/^POST \/students$/, '/_id', '/students/{siteId}/{userId}'],
  [/^POST \/bookings\/import\/commit$/, '/import_id', '/bookings/imports/{importId}'],
  [/^POST \/students\/\{site\}\/import$/, '/import_id', '/students/{site}/imports/{importId}'],
  [/^POST \/bookings\/\{bookingId\}\/transitions$/, '/booking/_id', '/bookings/{bookingId}'],
  [/^POST \/bookings\/bulk$/, '/block_booking/_id', '/block-bookings/{blockId}'],
  [/\/(document|export|confirmation)$/, '/_id', '/jobs/{jobId}'],
];

// What most records of a kind do not have, or no longer have after the operation.
const SELDOM_THERE = [/^POST \/sites\/\{siteId\}\/members MemberAccess_/, /Logos_see$/, /\/erase Students_read$/];

/** Adds the links from each response to the operations that take an id of it, such as from a new booking to its transitions. */
export function withLinks(document: OpenAPIObject): OpenAPIObject {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
  );
  for (const route of routes) {
    const links = [...linksToRecord(route, routes), ...linksToReferences(route, routes)];
    const success = route.operation.responses['200'];
    if (success && links.length > 0) success.links = Object.fromEntries(links);
  }
  return document;
}

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;
const exampleOf = (route: Route): unknown => RESPONSE_EXAMPLES[nameOf(route)]?.example;

/** The value at a JSON Pointer. */
const at = (value: unknown, pointer: string): unknown =>
  pointer.split('/').slice(1).reduce((so, key) => (so as Record<string, unknown> | null | undefined)?.[key], value); // prettier-ignore

/** From what is created, listed or read to everything that can be done with it; from what was done with it to reading it. */
function linksToRecord(from: Route, routes: Route[]): [string, Link][] {
  const found = recordOf(from, routes);
  if (!found) return [];
  const { item, expression } = found;
  const parameter = parametersOf(item).at(-1) ?? '';
  const given = { ...siteOf(from), [parameter]: expression };
  return targetsOf(from, item, routes).flatMap((to) => {
    const isSeldom = SELDOM_THERE.some((each) => each.test(`${nameOf(from)} ${to.operation.operationId}`));
    const link = isSeldom ? undefined : linkTo(to, given);
    return link ? [[to.operation.operationId, link] as [string, Link]] : [];
  });
}

const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The record that a response is about: the address of its kind, and the expression of its id. */
function recordOf(from: Route, routes: Route[]): { item: string; expression: string } | undefined {
  const example = exampleOf(from);
  for (const [pattern, pointer, item] of ELSEWHERE)
    if (pattern.test(nameOf(from)) && typeof at(example, pointer) === 'string')
      return { item, expression: `$response.body#${pointer}` };
  const item = routes.map(({ path }) => itemOf(from.path, path)).find(Boolean);
  const pointer = ['/_id', '/data/0/_id', '/0/_id'].find((each) => typeof at(example, each) === 'string');
  if (item && pointer && from.method !== 'put') return { item, expression: `$response.body#${pointer}` };
  const [, own, parameter] = /^(.*\/\{(\w+)\})(\/[a-z-]+)?$/.exec(from.path) ?? [];
  return own && from.method !== 'delete' ? { item: own, expression: `$request.path.${parameter}` } : undefined;
}

/** The address of one record of a collection, when a path is that or below it. */
const itemOf = (collection: string, path: string): string | undefined =>
  path.startsWith(`${collection}/{`) ? /^.*?\}/.exec(path.slice(collection.length))?.[0].replace(/^/, collection) : undefined; // prettier-ignore

/** A list leads to its first record, what was done with a record back to it, and a record to all that can be done with it. */
function targetsOf(from: Route, item: string, routes: Route[]): Route[] {
  const below = routes.filter(
    ({ path }) => path === item || (path.startsWith(`${item}/`) && !path.slice(item.length).includes('{')),
  );
  const isAction = from.path.startsWith(`${item}/`);
  // Nearly everything is below a site.
  if (item === '/sites/{siteId}') return below.filter(({ path, method }) => !isAction && (path === item || method === 'get') && path !== from.path); // prettier-ignore
  const isList = from.method === 'get' && !from.path.startsWith(item) && !item.startsWith('/jobs');
  const isChange = ['patch', 'put'].includes(from.method);
  const leadsToReading = isAction || isList || isChange;
  return below.filter((to) => to !== from && (!leadsToReading || (to.path === item && to.method === 'get')));
}

/** Where the site of a request can be read, whatever the next operation calls it. */
function siteOf(from: Route): Record<string, string> {
  const { parameters = [], requestBody } = from.operation;
  const own = parametersOf(from.path).find((name) => name === 'siteId' || name === 'site');
  const isInQuery = parameters.some((each) => each.in === 'query' && each.name === 'site' && each.required);
  const isIn = (body: unknown) => typeof at(body, '/site') === 'string';
  const expression = own
    ? `$request.path.${own}`
    : isInQuery
      ? '$request.query.site'
      : isIn(exampleOf(from))
        ? '$response.body#/site'
        : isIn(requestBody?.content?.['application/json']?.example) && '$request.body#/site';
  return expression ? { siteId: expression, site: expression } : {};
}

/** A link with all that the operation needs, or undefined when something of it is not known here. */
function linkTo({ operation }: Route, given: Record<string, string>): Link | undefined {
  const needed = (operation.parameters ?? []).filter((each) => each.in === 'path' || (each.in === 'query' && each.required)); // prettier-ignore
  if (needed.some(({ name }) => !given[name])) return undefined;
  const parameters = Object.fromEntries(needed.map((each) => [`${each.in}.${each.name}`, given[each.name] ?? '']));
  return { operationId: operation.operationId, parameters, description: operation.summary };
}

/** From a record to those that it names. */
function linksToReferences(from: Route, routes: Route[]): [string, Link][] {
  const example = exampleOf(from);
  const base = typeof at(example, '/booking/lead_person') === 'string' ? '/booking' : '';
  return Object.entries(REFERENCES).flatMap(([field, [operationId, parameter]]) => {
    if (typeof at(example, `${base}/${field}`) !== 'string') return [];
    const to = routes.find(({ operation }) => operation.operationId === operationId);
    const given = { ...siteOf(from), [parameter]: `$response.body#${base}/${field}` };
    const link = to && linkTo(to, given);
    return link ? [[field, link] as [string, Link]] : [];
  });
}
