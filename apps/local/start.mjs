// `npm start`: plain JavaScript without dependencies, since nothing is installed yet when it runs.
import { requireNode } from './node-version.mjs';

requireNode();
const { prepare } = await import('./prepare.mjs');
await prepare({ build: true, start: true });
await import('../../dist/apps/local/main.js');
