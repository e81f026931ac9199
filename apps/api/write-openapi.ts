import type { OpenAPIObject } from '@nestjs/swagger';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { clientSchema } from '#apps/docs/client-schema';
import { postmanCollection } from '#apps/docs/postman-collection';
import { referencePages } from '#apps/docs/reference';
import { currentSettings, writtenChangelog } from '#apps/docs/releases';
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
  const { version } = (JSON.parse(text) as OpenAPIObject).info;
  await writeFile(`docs/releases/openapi-${version}.json`, text);
  await writeFile(`docs/releases/settings-${version}.json`, `${JSON.stringify(currentSettings(), null, 2)}\n`);
}
await writeFile('CHANGELOG.md', await writtenChangelog(text));
