// `npm run bench`: installs and builds when needed, then measures.
import { prepare } from '../apps/local/prepare.mjs';

await prepare({ build: true, tools: true });
await import('./main.mjs');
