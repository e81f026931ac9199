import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** The options of a command as a request class wants them. Every error is listed under what was not done. */
export function checked<T extends object>(type: new () => T, options: object, undone: string): T {
  const request = plainToInstance(type, options, { exposeUnsetFields: false });
  const errors = validateSync(request, { stopAtFirstError: true }).map(
    ({ property, constraints }) => `${property} ${Object.values(constraints ?? {}).join(', ')}`,
  );
  if (errors.length > 0) throw new Error(`${undone}: ${errors.join('; ')}.`);
  return request;
}
