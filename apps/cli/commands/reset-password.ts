import { OperatorService } from '#libs/accounts/operator.service';
import { NotFound } from '#libs/core/errors/domain-error';
import { withApp } from '#apps/cli/with-app';

export async function resetPassword({ email }: { email: string }): Promise<void> {
  const password = await withApp((app) => app.get(OperatorService, { strict: false }).resetPassword(email)).catch(
    (error) => {
      throw error instanceof NotFound ? new Error(`There is no user with the email ${email}.`) : error;
    },
  );
  console.log(
    `Every session of ${email} has ended. Password, to be changed at the next log-in (new_password): ${password}`,
  );
}
