import { TextField } from '#libs/core/http/fields';

/** The last name of a new person; a person with one name has none. */
export const OptionalLastName = (): PropertyDecorator =>
  TextField({
    max: 100,
    min: 0,
    optional: true,
    example: 'Hopper',
    description: 'Empty or absent for a person with one name',
  });
