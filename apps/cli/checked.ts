import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** The options of a command as a request class wants them. Every fault is named, under what was not done. */
export function checked<T extends object>(type: new () => T, options: object, undone: string): T {
  const request = plainToInstance(type, options, { exposeUnsetFields: false });
  const faults = validateSync(request, { stopAtFirstError: true }).map(
    ({ property, constraints }) => `${property} ${Object.values(constraints ?? {}).join(', ')}`,
  );
  if (faults.length > 0) throw new Error(`${undone}: ${faults.join('; ')}.`);
  return request;
}
