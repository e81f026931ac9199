import { prepare } from '../local/prepare.mjs';

await prepare({ build: true });
await import('../../dist/apps/demo/main.js');
