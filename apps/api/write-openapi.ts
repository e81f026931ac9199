import type { OpenAPIObject } from '@nestjs/swagger';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { clientSchema } from '#apps/docs/client-schema';
import { postmanCollection } from '#apps/docs/postman-collection';
import { referencePages } from '#apps/docs/reference';
import { asOpenApi30 } from '#apps/docs/openapi-31';
import { openapiText } from '#apps/api/openapi-text';
import { llmsText } from '#apps/api/llms-text';

const text = await openapiText();
await writeFile('openapi.json', text);
await writeFile('llms.txt', llmsText(asOpenApi30(JSON.parse(text))));
await writeFile('clients/typescript/src/schema.d.ts', await clientSchema(text));
await rm('docs/reference', { recursive: true, force: true });
await mkdir('docs/reference');
for (const [name, page] of referencePages(asOpenApi30(JSON.parse(text))))
  await writeFile(`docs/reference/${name}`, page);
await writeFile(
  'clients/postman/lodge.postman_collection.json',
  await postmanCollection(JSON.stringify(asOpenApi30(JSON.parse(text)))),
);
// With --release it is what every later version has to keep: docs/releases.
if (process.argv.includes('--release')) {
  await writeFile(`docs/releases/openapi-${(JSON.parse(text) as OpenAPIObject).info.version}.json`, text);
}
