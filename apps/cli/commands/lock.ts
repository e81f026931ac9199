import { OperatorService } from '#libs/accounts/members/operator.service';
import { knownUser } from '#apps/cli/known-user';
import { withAccounts } from '#apps/cli/with-app';

interface Options {
  email: string;
}

/** Wrong passwords are forgotten, so that the next attempt need not wait. */
export async function unlock({ email }: Options): Promise<void> {
  const hadFailed = await withAccounts((app) =>
    knownUser(email, app.get(OperatorService, { strict: false }).unlock(email)),
  );
  console.log(hadFailed ? `${email} can log in again at once.` : `${email} had no failed log-ins of late.`);
}

export const disableUser = (options: Options): Promise<void> => setDisabled(options, true);
export const enableUser = (options: Options): Promise<void> => setDisabled(options, false);

async function setDisabled({ email }: Options, disabled: boolean): Promise<void> {
  const changed = await withAccounts((app) =>
    knownUser(email, app.get(OperatorService, { strict: false }).setDisabled(email, disabled)),
  );
  const now = disabled ? 'is locked out; every session and API key has stopped working' : 'may log in again';
  const already = disabled ? 'was locked out already' : 'was not locked out';
  console.log(`${email} ${changed ? now : already}.`);
}
