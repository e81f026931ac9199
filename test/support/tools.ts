import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** The folder of the packages that only tests and releases need. `npm test` installs them. */
export const TOOLS = resolve('tools');

/** Loads one of them. */
export const loadTool = (name: string): Promise<unknown> =>
  import(createRequire(resolve(TOOLS, 'package.json')).resolve(name));
