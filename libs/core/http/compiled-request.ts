import { TransformationType, type TransformFnParams } from 'class-transformer';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
// @ts-expect-error -- the library declares it elsewhere; @nestjs/mapped-types reads the same file
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import { hasRows } from '#libs/core/http/rows-field';

const conversions = defaultMetadataStorage as MetadataStorage;

type RequestClass = new () => object;
type Values = Record<string, unknown>;
/** Makes a request of what was sent; undefined where that has an error, or is more than plain values and lists of them. */
type Reader = (given: Values) => object | undefined;
type Transform = (parameters: TransformFnParams) => unknown;
type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const CHECKS = ['customValidation', 'isDefined'];
const [CONDITION, NESTED] = ['conditionalValidation', 'nestedValidation'];
const TYPE = TransformationType.PLAIN_TO_CLASS;

const readers = new Map<RequestClass, Reader | undefined>();

/**
 * What class-transformer and class-validator make of a valid request, by code that is put together once for its class out of the same
 * decorators: they search them for each value of each request.
 */
export function readQuickly(type: RequestClass, given: object): object | undefined {
  if (!readers.has(type)) readers.set(type, compile(type));
  return readers.get(type)?.(given as Values);
}

function compile(type: RequestClass): Reader | undefined {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, undefined as never, false, false);
  if (rules.some((rule) => ![...CHECKS, CONDITION, NESTED].includes(rule.type))) return undefined;
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  if (hasRows(type) || names.some((name) => isRenamed(type, name))) return undefined;
  // Objects of a class of their own are left to the libraries.
  const plain = names.filter((name) => !conversions.findTypeMetadata(type, name));
  const transforms = new Map(plain.map((name) => [name, transformsOf(type, name)]));
  const tests = names.map((name) => testOf(type, name, rules.filter(({ propertyName }) => propertyName === name))); // prettier-ignore
  return (given) => {
    const request = new type() as Values;
    for (const key of Object.keys(given)) {
      const ofField = transforms.get(key);
      let value = given[key];
      if (!ofField || !(Array.isArray(value) ? value.every(isValue) : isValue(value))) return undefined;
      if (Array.isArray(value)) value = [...(value as unknown[])];
      for (const transform of ofField) value = transform({ value, key, obj: given, type: TYPE, options: {} });
      if (value !== undefined) request[key] = value;
    }
    return tests.every((isValid) => isValid(request)) ? request : undefined;
  };
}

const isValue = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isRenamed = (type: RequestClass, name: string): boolean =>
  Boolean(conversions.findExposeMetadata(type, name) ?? conversions.findExcludeMetadata(type, name));

const transformsOf = (type: RequestClass, name: string): Transform[] =>
  conversions
    .findTransformMetadatas(type, name, TYPE)
    .filter(({ options }) => !options?.groups?.length)
    .map(({ transformFn }) => transformFn);

/** Whether a field of a request is valid. */
function testOf(type: RequestClass, name: string, rules: Rule[]): (request: Values) => boolean {
  const conditions = rules
    .filter((rule) => rule.type === CONDITION)
    .map(({ constraints }) => constraints[0] as (request: object, value: unknown) => boolean);
  const checks = rules.filter((rule) => CHECKS.includes(rule.type)).flatMap((rule) => checksOf(type, name, rule));
  const isNested = rules.some((rule) => rule.type === NESTED);
  return (request) => {
    const value = request[name];
    if (isNested && value !== undefined) return false;
    return !conditions.every((holds) => holds(request, value)) || checks.every((isValid) => isValid(value, request));
  };
}

function checksOf({ name: targetName }: RequestClass, property: string, rule: Rule) {
  const { constraints, each } = rule;
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .map(({ instance }) => (value: unknown, object: object): boolean => {
      const test = (one: unknown) =>
        instance.validate(one, { targetName, property, object, value, constraints }) === true;
      return each && Array.isArray(value) ? value.every(test) : test(value);
    });
}
