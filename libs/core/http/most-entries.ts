import { ArrayMinSize, getMetadataStorage } from 'class-validator';

const LIST = Symbol('LIST');

/** How many entries a list may have, and of which class. */
interface List {
  most: number;
  type: () => { prototype: object };
}

/** A list has to have entries. */
export const LeastEntries = (least: number): PropertyDecorator =>
  ArrayMinSize(least, { message: `must have at least ${least === 1 ? 'one entry' : `${least} entries`}` });

/** Remembers how many entries of which class a list may have, for `withinReason`. */
export const MostEntries =
  (most: number, type: List['type']): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(LIST, { most, type } satisfies List, target, property);

/**
 * A request without what is refused anyway: conversion and validation would go through each entry of a list that is too
 * long, and all that a field holds which does not exist, here and in the entries of lists. One entry too many is left, and the name of the field.
 */
export function withinReason(type: { prototype: object }, given: object): Record<string, unknown> {
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      if (!fields.has(field)) return [field, typeof value === 'object' ? null : value];
      const list = fields.get(field);
      return [field, list && Array.isArray(value) ? entriesOf(list, value) : value];
    }),
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = ({ most, type }: List, entries: unknown[]): unknown[] =>
  entries.slice(0, most + 1).map((entry) => (isPlain(entry) ? withinReason(type(), entry) : entry));

type Fields = Map<string, List | undefined>;
const known = new WeakMap<object, Fields>();

/** The fields of a request class, each with its entries if it is a list of objects. They are looked for once. */
function fieldsOf(type: { prototype: object }): Fields {
  let fields = known.get(type);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type as never, '', false, false);
    const list = (field: string) => Reflect.getMetadata(LIST, type.prototype, field) as List | undefined;
    fields = new Map(rules.map(({ propertyName }) => [propertyName, list(propertyName)]));
    known.set(type, fields);
  }
  return fields;
}
