import { OperatorService } from '#libs/accounts/members/operator.service';
import { knownUser } from '#apps/cli/known-user';
import { withAccounts } from '#apps/cli/with-app';

export async function resetPassword({ email }: { email: string }): Promise<void> {
  const password = await withAccounts((app) =>
    knownUser(email, app.get(OperatorService, { strict: false }).resetPassword(email)),
  );
  console.log(
    `Every session of ${email} has ended. Password, to be changed at the next log-in (new_password): ${password}`,
  );
}
