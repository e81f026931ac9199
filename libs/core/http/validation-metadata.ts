import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Search = Storage['getTargetValidationMetadatas'];

/**
 * Lets class-validator search the decorators of a class and those that it inherits once instead of for each request.
 * Call it before the first validation. The classes stay as they are from then on.
 */
export function rememberDecorators(): void {
  const storage = getMetadataStorage();
  const search = storage.getTargetValidationMetadatas.bind(storage);
  const found = new Map<unknown, Map<string | undefined, ReturnType<Search>>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strict, groups) => {
    // Lodge has no groups; another library in the process might.
    if (always || strict || groups?.length) return search(target, schema, always, strict, groups);
    // Of a record inside another the schema is the name of the other's class.
    let ofTarget = found.get(target);
    if (!ofTarget) found.set(target, (ofTarget = new Map<string | undefined, ReturnType<Search>>()));
    let metadata = ofTarget.get(schema);
    if (!metadata) ofTarget.set(schema, (metadata = search(target, schema, always, strict, groups)));
    return metadata;
  };
}
