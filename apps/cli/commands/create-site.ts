import { MembersService } from '#libs/accounts/members/members.service';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { NotFound } from '#libs/core/errors/domain-error';
import { SitesService } from '#libs/sites/sites.service';
import { CreateSiteRequest } from '#libs/sites/sites.dto';
import { checked } from '#apps/cli/checked';
import { withAccounts } from '#apps/cli/with-app';

interface Options {
  name: string;
  timeZone: string;
  dateOrder?: string;
  admin?: string;
}

export async function createSite({ name, timeZone, dateOrder, admin }: Options): Promise<void> {
  const fields = { name, time_zone: timeZone, date_order: dateOrder };
  const request = checked(CreateSiteRequest, fields, 'The site was not created');
  const site = await withAccounts(async (app) => {
    if (admin) await app.get(OperatorService, { strict: false }).find(admin).catch(unknown(admin));
    const made = await app.get(SitesService, { strict: false }).create(request);
    const host = { site: { id: made._id, name: made.name } };
    if (admin) await app.get(MembersService, { strict: false }).addKnown(host, admin, 'admin');
    return made;
  });
  console.log(`Created the site ${site.name} with the id ${site._id}.`);
}

const unknown = (email: string) => (error: unknown) => {
  throw error instanceof NotFound
    ? new Error(`The site was not created: there is no user with the email ${email}.`)
    : error;
};
