import { MembersService } from '#libs/accounts/members/members.service';
import { AddMemberRequest } from '#libs/accounts/members/members.dto';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { NotFound } from '#libs/core/errors/domain-error';
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
    const isNew = await app
      .get(OperatorService, { strict: false })
      .find(request.email)
      .then(
        () => false,
        (error: unknown) => {
          if (error instanceof NotFound) return true;
          throw error;
        },
      );
    const member = await app.get(MembersService, { strict: false }).add({ site: { id, name } }, request);
    const mailed = isNew ? ' A link to set a password was mailed to them.' : member.invited ? INVITED_BEFORE : '';
    console.log(`${member.email} is a member of ${name} with the role ${member.role}.${mailed}`);
  });
}

const INVITED_BEFORE = ' They were invited before and have no password yet; a password reset mails them a new link.';
