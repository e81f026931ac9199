import { SitesService } from '#libs/sites/sites.service';
import { CreateSiteRequest } from '#libs/sites/sites.dto';
import { checked } from '#apps/cli/checked';
import { withApp } from '#apps/cli/with-app';

interface Options {
  name: string;
  timeZone: string;
  dateOrder?: string;
}

export async function createSite({ name, timeZone, dateOrder }: Options): Promise<void> {
  const fields = { name, time_zone: timeZone, date_order: dateOrder };
  const request = checked(CreateSiteRequest, fields, 'The site was not created');
  const site = await withApp((app) => app.get(SitesService, { strict: false }).create(request));
  console.log(`Created the site ${site.name} with the id ${site._id}.`);
}
