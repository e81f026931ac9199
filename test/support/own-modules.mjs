// The hooks by which Node loads TypeScript in a process that runs specs, see `runner.mjs`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const ROOT = new URL('../../', import.meta.url);
const JEST_GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;

/** Compiles as `tsconfig.json` says. */
const OPTIONS = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/** Specs run on the sources, not on what was built from them. */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
  const [, folder, path] = /^#(apps|libs)\/(.*)$/.exec(specifier) ?? [];
  if (folder) return { url: new URL(`${folder}/${path}.ts`, ROOT).href, shortCircuit: true };
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    ...OPTIONS,
    filename,
    sourceFileName: url,
    swcrc: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
