import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import '#apps/api/api.module';
import { readQuickly } from '#libs/core/http/compiled-request';
import { readWithErrors } from '#libs/core/http/request.pipe';
import fc from '../support/properties.js';

type RequestClass = new () => object;
const ID = '0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a';

const VALUES: unknown[] = [
  ...[null, true, false, 0, 1, 7, 2.5, -1, 1e9, '', ' ', ' a ', 'ab', 'e\u0301', 'x'.repeat(300), '\0', '\ud800', 'a\nb'],
  ...[ID, ID.toUpperCase(), `${ID},${ID.toUpperCase()}`, 'code:M-101', 'flag', '5', '-3', 'true', 'false', '#2F6FED', 'a@example.org'],
  ...['2026-11-21', '2026-02-30', '2005-03-14', '2026-11-21T12:00:00Z', '09:00', '24:00', 'Europe/London', 'contract_start', '-status'],
  ...['confirmed', 'confirmed,checked_in', 'due_in', 'check_in', 'lead_person,location', 'manager', 'csv', 'dmy', 'https://example.org/hook'],
  ...[[], ['a', 'b'], ['a', 'a'], [ID], [ID, ID.toUpperCase()], ['confirmed', 'checked_in'], [1], [null], {}, { a: 1 }, [{}], [[]]],
]; // prettier-ignore

const storage = getMetadataStorage();
const { validationMetadatas } = storage as unknown as { validationMetadatas: Map<RequestClass, unknown> };
const fieldsOf = (type: RequestClass) =>
  [...new Set(storage.getTargetValidationMetadatas(type, undefined as never, false, false).map((rule) => rule.propertyName))]; // prettier-ignore

const isText = (value: unknown): boolean => typeof value !== 'object';
/** Whether no field holds an object, or nothing in place of one: those are left to the libraries. */
const isFlat = (given: object): boolean =>
  Object.values(given).every((value) =>
    Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value),
  );

function readSlowly(type: RequestClass, given: object): { request?: object; faulty: string[] } {
  try {
    return { request: readWithErrors(type, given, 'body', '/'), faulty: [] };
  } catch (error) {
    return { faulty: (error as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer.split('/')[1] as string) }; // prettier-ignore
  }
}

/** The values that each field takes, and whether it may be absent. */
function acceptedBy(type: RequestClass): Map<string, { values: unknown[]; optional: boolean }> {
  const missing = readSlowly(type, {}).faulty;
  return new Map(
    fieldsOf(type).map((name) => {
      const values = VALUES.filter((value) => !readSlowly(type, { [name]: value }).faulty.includes(name));
      return [name, { values, optional: !missing.includes(name) }];
    }),
  );
}

// What responses are made of is never read.
const classes = [...validationMetadatas.keys()].filter(({ name }) => /(Request|Query)$/.test(name));

/** Requests of a class: each field with each value, and random ones, most of whose values are accepted. */
function requestsOf(type: RequestClass): object[] {
  const fields = [...acceptedBy(type)];
  const needed = fields.filter(([, { optional }]) => !optional);
  const least = Object.fromEntries(needed.map(([name, { values }]) => [name, values[0] ?? null]));
  const single = fields.flatMap(([name]) => VALUES.map((value) => ({ ...least, [name]: value })));
  const known = fields.filter(([, { values }]) => values.length > 0);
  const given = Object.fromEntries(known.map(([name, { values }]) => [name, fc.constantFrom(...values)]));
  const random = fc.record(given, { requiredKeys: needed.map(([name]) => name).filter((name) => name in given) });
  return [...single, ...fc.sample(random, 10), { ...least, nothing_of_it: 1 }];
}

test('a request is read by compiled code as by class-transformer and class-validator, or not at all', () => {
  const seen = { compiled: 0, valid: 0, faulty: 0 };
  const wrong: unknown[] = [];
  for (const type of classes) {
    const results = requestsOf(type).map((given) => ({ given, quick: readQuickly(type, given), slow: readSlowly(type, given).request })); // prettier-ignore
    const isCompiled = results.some(({ quick }) => quick !== undefined);
    if (isCompiled) seen.compiled++;
    for (const { given, quick, slow } of results) {
      seen[quick === undefined ? 'faulty' : 'valid']++;
      const isSame = isDeepStrictEqual(quick, slow) && isDeepStrictEqual(Object.keys(quick ?? {}), Object.keys(slow ?? {})); // prettier-ignore
      const isLeft = quick === undefined && !(isCompiled && isFlat(given));
      if (!isSame && !isLeft) wrong.push([type.name, given, quick, slow]);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.compiled).toBeGreaterThan(90);
  expect(seen.valid).toBeGreaterThan(1_000);
  expect(seen.faulty).toBeGreaterThan(1_000);
}, 120_000);
