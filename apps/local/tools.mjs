// Before `npm run openapi`: the packages that make the clients, which `npm start` does not install.
import { createRequire } from 'node:module';
import { prepare } from './prepare.mjs';

const isHere = (name) => {
  try {
    return Boolean(createRequire(new URL('../../tools/package.json', import.meta.url)).resolve(name));
  } catch {
    return false;
  }
};

const NEEDED = ['openapi-to-postmanv2', 'openapi-typescript'];
if (!NEEDED.every(isHere)) await prepare({ build: false, tools: true });
