import { type FieldError, pointerToken } from '#libs/core/errors/domain-error';

/** Keys that every object has from its prototype, and those that reach for one. No request has a field of these names. */
const RESERVED = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)];

const FREE = Symbol('FREE');

/** Lets an object that a field holds have keys of any name, as columns of files do. It is not converted to a class. */
export const freeKeys: PropertyDecorator = (target, property) => {
  Reflect.defineMetadata(FREE, true, target, property);
};

/** Every reserved key of a body or query, at any level; those of an object whose keys are free do not count. */
export const reservedKeysOf = (type: { prototype: object }, given: object, prefix: string): FieldError[] =>
  Object.entries(given).flatMap(([field, value]) => {
    const isFree = typeof value === 'object' && value !== null && Reflect.hasMetadata(FREE, type.prototype, field);
    const pointer = `${prefix}${pointerToken(field)}`;
    return isFree
      ? Object.entries(value as object).flatMap(([key, each]) =>
          reservedKeysIn(each, `${pointer}/${pointerToken(key)}/`),
        )
      : reservedKeysIn({ [field]: value }, prefix);
  });

function reservedKeysIn(value: unknown, pointer: string): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) => {
    const at = `${pointer}${pointerToken(key)}`;
    if (!isList && RESERVED.includes(key))
      return [{ pointer: at, code: 'unknown_field', detail: 'is not a field of this request' }];
    return typeof each === 'object' ? reservedKeysIn(each, `${at}/`) : [];
  });
}
