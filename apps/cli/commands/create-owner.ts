import { text } from 'node:stream/consumers';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { EmailField, TextField } from '#libs/core/http/fields';
import { checked } from '#apps/cli/checked';
import { withAccounts } from '#apps/cli/with-app';

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
  passwordStdin?: boolean;
}

export async function createOwner(options: Options): Promise<void> {
  const { email, first_name, last_name } = checked(
    OwnerOptions,
    { email: options.email, first_name: options.firstName, last_name: options.lastName },
    'The owner was not created',
  );
  const password = options.passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  const owner = { email, firstName: first_name, lastName: last_name, password };
  const made = await withAccounts((app) => app.get(OperatorService, { strict: false }).createOwner(owner));
  const hint = `Password, to be changed at the first log-in (new_password): ${made}`;
  console.log(password === undefined ? `Created the owner ${email}. ${hint}` : `Created the owner ${email}.`);
}
