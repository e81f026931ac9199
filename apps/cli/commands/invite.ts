import { MembersService } from '#libs/accounts/members/members.service';
import { AddMemberRequest } from '#libs/accounts/members/members.dto';
import { Database } from '#libs/core/database/database';
import { checked } from '#apps/cli/checked';
import { knownSite } from '#apps/cli/known-site';
import { withAccounts } from '#apps/cli/with-app';

interface Options {
  email: string;
  site: string;
  role: string;
  firstName?: string;
  lastName?: string;
}

export async function invite({ email, site, role, firstName, lastName }: Options): Promise<void> {
  const fields = { email, role, first_name: firstName, last_name: lastName };
  const request = checked(AddMemberRequest, fields, 'Nobody was invited');
  await withAccounts(async (app) => {
    const { id, name } = await knownSite(app.get(Database, { strict: false }), site);
    const member = await app.get(MembersService, { strict: false }).add({ site: { id, name } }, request);
    console.log(`${member.email} was invited to ${name} with the role ${member.role}: a mail is on its way.`);
  });
}
