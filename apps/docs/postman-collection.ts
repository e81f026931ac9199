import { createRequire } from 'node:module';
import { resolve } from 'node:path';

interface Parameter {
  key: string;
  value?: string;
  description?: string;
  disabled?: boolean;
}
interface Item {
  name: string;
  item?: Item[];
  request?: { url: { query?: Parameter[]; variable?: Parameter[] }; header?: Parameter[]; auth?: unknown };
  response?: unknown;
}
interface Collection extends Item {
  info: object;
  variable: { key: string; value: string }[];
}
type Convert = (
  input: { type: 'string'; data: string },
  options: object,
  done: (error: Error | null, result: { result: boolean; reason?: string; output: { data: Collection }[] }) => void,
) => void;

const { convert } = createRequire(resolve('tools/package.json'))('openapi-to-postmanv2') as { convert: Convert };
const OPTIONS = {
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  folderStrategy: 'Tags',
};

/** A Postman collection of every operation, each with the example of the OpenAPI document. */
export function postmanCollection(openapi: string): Promise<string> {
  return new Promise((resolve, reject) =>
    convert({ type: 'string', data: withJsonBodies(openapi) }, OPTIONS, (error, { result, reason, output }) => {
      const [made] = output ?? [];
      if (error || !result || !made) return reject(error ?? new Error(reason));
      const collection = { ...plain(made.data, openapi), info: plain(made.data.info as Item, openapi) };
      moveLogOutToTheEnd(collection);
      collection.variable = [{ key: 'baseUrl', value: 'http://localhost:3000' }];
      resolve(`${JSON.stringify(collection, null, 1)}\n`);
    }),
  );
}

/** A request has one body: the one with an example, not a form without a file. */
function withJsonBodies(openapi: string): string {
  const document = JSON.parse(openapi) as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
  };
  for (const { requestBody } of Object.values(document.paths).flatMap((item) => Object.values(item)))
    if (requestBody && 'application/json' in requestBody.content)
      requestBody.content = { 'application/json': requestBody.content['application/json'] };
  return JSON.stringify(document);
}

// Sent from top to bottom, the collection would otherwise log itself out before it has begun.
function moveLogOutToTheEnd({ item: folders = [] }: Collection): void {
  const isLogOut = ({ name }: Item) => name === 'Log out';
  const found = folders.flatMap(({ item = [] }) => item.filter(isLogOut));
  for (const folder of folders) folder.item = folder.item?.filter((each) => !isLogOut(each));
  folders.push({ name: 'Log out', item: found });
}

/** Without what differs each time: ids, and values that are made up where the document has no example. */
function plain<T extends Item>({ ...item }: T, openapi: string): T {
  delete item.response;
  for (const key of ['id', '_postman_id']) delete (item as Record<string, unknown>)[key];
  if (item.request) {
    const { url, header = [] } = item.request;
    // The cookies of the log-in are the key; an empty one of another kind would take their place.
    delete item.request.auth;
    const optional = [...(url.query ?? []), ...header.filter(({ description }) => description)];
    for (const parameter of optional.filter(({ description = '' }) => !description.startsWith('(Required)')))
      Object.assign(parameter, { value: '', disabled: true });
    for (const variable of url.variable ?? []) if (!openapi.includes(`"${variable.value}"`)) variable.value = '';
  }
  if (item.item) item.item = item.item.map((each) => plain(each, openapi));
  return item;
}
