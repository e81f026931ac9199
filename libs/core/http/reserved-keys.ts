import { type FieldError, pointerToken } from '#libs/core/errors/domain-error';

/** Keys that reach for the class or the prototype of an object. No request has a field of these names. */
const RESERVED = ['constructor', 'prototype', '__proto__'];

/** Every reserved key of a body or query, at any level. */
export function reservedKeysIn(value: unknown, pointer: string): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) => {
    const at = `${pointer}${pointerToken(key)}`;
    if (!isList && RESERVED.includes(key))
      return [{ pointer: at, code: 'unknown_field', detail: 'is not a field of this request' }];
    return typeof each === 'object' ? reservedKeysIn(each, `${at}/`) : [];
  });
}
