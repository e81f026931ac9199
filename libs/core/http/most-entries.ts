import { getMetadataStorage } from 'class-validator';

const MOST = Symbol('MOST');

/** Remembers how many entries a list may have, for `withinReason`. */
export const MostEntries =
  (most: number): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(MOST, most, target, property);

/**
 * A request without what is refused anyway: conversion and validation would go through each entry of a list that is too
 * long, and all that a field holds which does not exist. One entry too many is left, and the name of the field.
 */
export function withinReason(type: { prototype: object }, given: object): Record<string, unknown> {
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      if (!fields.has(field)) return [field, typeof value === 'object' ? null : value];
      const most = fields.get(field);
      return [field, most && Array.isArray(value) ? value.slice(0, most + 1) : value];
    }),
  );
}

type Fields = Map<string, number | undefined>;
const known = new WeakMap<object, Fields>();

/** The fields of a request class, each with the entries that it may have if it is a list. They are looked for once. */
function fieldsOf(type: { prototype: object }): Fields {
  let fields = known.get(type);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type as never, '', false, false);
    const most = (field: string) => Reflect.getMetadata(MOST, type.prototype, field) as number | undefined;
    fields = new Map(rules.map(({ propertyName }) => [propertyName, most(propertyName)]));
    known.set(type, fields);
  }
  return fields;
}
