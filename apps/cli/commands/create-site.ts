import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { CreateSiteRequest } from '#libs/sites/sites.dto';
import { SitesService } from '#libs/sites/sites.service';
import { withApp } from '#apps/cli/with-app';

export async function createSite({
  name,
  timeZone,
  dateOrder,
}: {
  name: string;
  timeZone: string;
  dateOrder?: string;
}): Promise<void> {
  const request = plainToInstance(CreateSiteRequest, {
    name,
    time_zone: timeZone,
    ...(dateOrder ? { date_order: dateOrder } : {}),
  });
  const faults = validateSync(request).map(
    ({ property, constraints }) => `${property} ${Object.values(constraints ?? {}).join(', ')}`,
  );
  if (faults.length > 0) throw new Error(`The site was not created: ${faults.join('; ')}.`);
  const site = await withApp((app) => app.get(SitesService, { strict: false }).create(request));
  console.log(`Created the site ${site.name} with the id ${site._id}.`);
}
