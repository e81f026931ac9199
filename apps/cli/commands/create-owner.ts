import { OperatorService } from '#libs/accounts/operator.service';
import { withApp } from '#apps/cli/with-app';

export async function createOwner(options: { email: string; firstName: string; lastName: string }): Promise<void> {
  const password = await withApp((app) => app.get(OperatorService, { strict: false }).createOwner(options));
  console.log(
    `Created the owner ${options.email}. Password, to be changed at the first log-in (new_password): ${password}`,
  );
}
