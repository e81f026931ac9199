import { Database } from '#libs/core/database/database';
import { knownSite } from '#apps/cli/known-site';
import { listSites, listUsers, type UserLine } from '#apps/cli/lists.queries';
import { withAccounts } from '#apps/cli/with-app';

export async function printSites(): Promise<void> {
  const sites = await withAccounts((app) => listSites(app.get(Database, { strict: false })));
  for (const { id, name, time_zone, members } of sites)
    console.log([id, name, time_zone, `${members} ${members === 1 ? 'member' : 'members'}`].join('  '));
  if (sites.length === 0) console.log('There is no site yet: see create-site.');
}

/** Prints the users, or those of one site. @throws Error when there is no such site */
export async function printUsers({ site }: { site?: string }): Promise<void> {
  const users = await withAccounts(async (app) => {
    const database = app.get(Database, { strict: false });
    return listUsers(database, site === undefined ? undefined : (await knownSite(database, site)).id);
  });
  for (const user of users) console.log(lineOf(user));
  if (users.length === 0) console.log('There is no user yet: see create-owner.');
}

function lineOf({ email, first_name, last_name, owner, disabled, waiting, roles }: UserLine): string {
  const states = [owner && 'owner', disabled && 'locked out', waiting && 'has not set a password yet'].filter(Boolean);
  return [email, `${first_name} ${last_name}`.trim(), ...states, ...roles].join('  ');
}
