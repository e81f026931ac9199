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
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(type as never, '', false, false);
  const fields = new Set(rules.map(({ propertyName }) => propertyName));
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      if (!fields.has(field)) return [field, typeof value === 'object' ? null : value];
      const most = Reflect.getMetadata(MOST, type.prototype, field) as number | undefined;
      return [field, most && Array.isArray(value) ? value.slice(0, most + 1) : value];
    }),
  );
}
