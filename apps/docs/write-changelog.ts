import { readFile, writeFile } from 'node:fs/promises';
import { writtenChangelog } from '#apps/docs/releases';

await writeFile('CHANGELOG.md', await writtenChangelog(await readFile('openapi.json', 'utf8')));
