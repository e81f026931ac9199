import { writeFile } from 'node:fs/promises';
import { openapiText } from '#apps/api/openapi-text';

await writeFile('openapi.json', await openapiText());
