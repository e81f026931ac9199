import { MembersService } from '#libs/accounts/members/members.service';
import { AddMemberRequest } from '#libs/accounts/members/members.dto';
import { isId } from '#libs/core/http/ids';
import { SitesService } from '#libs/sites/sites.service';
import { checked } from '#apps/cli/checked';
import { withApp } from '#apps/cli/with-app';

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
  await withApp(async (app) => {
    const sites = app.get(SitesService, { strict: false });
    if (!isId(site)) throw new Error(`Nobody was invited: ${site} is not the id of a site.`);
    const { _id: id, name } = await sites.get(site);
    const member = await app.get(MembersService, { strict: false }).add({ site: { id, name } }, request);
    console.log(`${member.email} was invited to ${name} with the role ${member.role}: a mail is on its way.`);
  });
}
