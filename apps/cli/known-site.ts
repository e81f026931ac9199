import type { Sql } from '#libs/core/database/transaction';
import { listSites, type SiteLine } from '#apps/cli/lists.queries';

const NAMED_AT_MOST = 10;

/** The site with an id, or with a name that no other site has. @throws Error that names the sites there are */
export async function knownSite(sql: Sql, wanted: string): Promise<SiteLine> {
  const sites = await listSites(sql);
  const isWanted = ({ id, name }: SiteLine) => [id, name.toLowerCase()].includes(wanted.toLowerCase());
  const [found, other] = sites.filter(isWanted);
  if (found && other)
    throw new Error(`Several sites have the name ${wanted}. Name one by its id: ${named([found, other])}.`);
  if (!found)
    throw new Error(
      `There is no site ${wanted}. ${sites.length > 0 ? `There are: ${named(sites)}.` : 'There is none yet: see create-site.'}`,
    );
  return found;
}

const named = (sites: SiteLine[]): string =>
  sites
    .slice(0, NAMED_AT_MOST)
    .map(({ id, name }) => `${name} (${id})`)
    .join(', ') + (sites.length > NAMED_AT_MOST ? ` and ${sites.length - NAMED_AT_MOST} more` : '');
