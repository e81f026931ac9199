import { writeFile } from 'node:fs/promises';
import { clientSchema } from '#apps/docs/client-schema';
import { postmanCollection } from '#apps/docs/postman-collection';
import { openapiText } from '#apps/api/openapi-text';
import { llmsText } from '#apps/api/llms-text';

const text = await openapiText();
await writeFile('openapi.json', text);
await writeFile('llms.txt', llmsText(JSON.parse(text)));
await writeFile('clients/typescript/src/schema.d.ts', await clientSchema(text));
await writeFile('clients/postman/lodge.postman_collection.json', await postmanCollection(text));
