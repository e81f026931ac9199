import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GLOBAL_MODULE_METADATA, MODULE_METADATA } from '@nestjs/common/constants.js';
import { beforeAll, describe, expect, test } from '@jest/globals';

type Class = new (...args: never[]) => object;

/** The classes of all files of a kind. */
async function classesOf(ending: string): Promise<Class[]> {
  const files = (await readdir('libs', { recursive: true })).filter((file) => file.endsWith(ending));
  const found: unknown[] = [];
  for (const file of files) found.push(...Object.values((await import(join(process.cwd(), 'libs', file))) as object));
  return found.filter((each): each is Class => typeof each === 'function');
}

const metadata = (module: Class, key: string) => (Reflect.getMetadata(key, module) as unknown[] | undefined) ?? [];

describe('the modules of libs', () => {
  let modules: Class[];
  beforeAll(async () => {
    modules = (await classesOf('.module.ts')).filter(({ name }) => name.endsWith('Module'));
    expect(modules.length).toBeGreaterThan(30);
  });

  test('have either routes or providers, so that a worker takes the second without the first', () => {
    const both = modules.filter((module) =>
      [MODULE_METADATA.CONTROLLERS, MODULE_METADATA.PROVIDERS].every((key) => metadata(module, key).length > 0),
    );
    expect(both.map(({ name }) => name)).toEqual([]);
  });

  test('are global only where everything needs them: settings, time and the database', () => {
    const global = modules.filter((module) => Reflect.hasMetadata(GLOBAL_MODULE_METADATA, module));
    expect(global.map(({ name }) => name).sort()).toEqual(['CoreModule', 'DatabaseModule']);
  });

  test('provide each class in one place', () => {
    const provided = modules.flatMap((module) => metadata(module, MODULE_METADATA.PROVIDERS));
    const twice = provided.filter((each, index) => provided.indexOf(each) !== index);
    expect(twice).toEqual([]);
  });
});

test('no controller depends on more than five others', async () => {
  const controllers = (await classesOf('.controller.ts')).filter(({ name }) => name.endsWith('Controller'));
  expect(controllers.length).toBeGreaterThan(20);
  const wide = controllers.filter((each) => metadata(each, 'design:paramtypes').length > 5);
  expect(wide.map(({ name }) => name)).toEqual([]);
});
