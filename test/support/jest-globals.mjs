// What `@jest/globals` gives to a spec that Node loads by itself, see `runner.mjs`: what the runner of this file has.
const current = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, given) => globalThis[name](...given),
    get: (_target, key) => globalThis[name][key],
  });

export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
export const jest = current('jest');
export const test = current('test');
