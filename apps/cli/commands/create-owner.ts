import { OperatorService } from '#libs/accounts/operator.service';
import { EmailField, TextField } from '#libs/core/http/fields';
import { checked } from '#apps/cli/checked';
import { withApp } from '#apps/cli/with-app';

// The rules of the api: it must let this owner log in.
class OwnerOptions {
  @EmailField() email: string;
  @TextField({ max: 100 }) first_name: string;
  @TextField({ max: 100 }) last_name: string;
}

interface Options {
  email: string;
  firstName: string;
  lastName: string;
}

export async function createOwner(options: Options): Promise<void> {
  const { email, first_name, last_name } = checked(
    OwnerOptions,
    { email: options.email, first_name: options.firstName, last_name: options.lastName },
    'The owner was not created',
  );
  const owner = { email, firstName: first_name, lastName: last_name };
  const password = await withApp((app) => app.get(OperatorService, { strict: false }).createOwner(owner));
  console.log(`Created the owner ${email}. Password, to be changed at the first log-in (new_password): ${password}`);
}
