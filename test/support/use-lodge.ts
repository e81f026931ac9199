import { afterAll } from '@jest/globals';
import type { Role } from '#libs/accounts/access/permissions';
import type { SiteFixture } from './factory.js';
import { type Client, Lodge, type StartOptions } from './lodge.js';

/** The user of a client: a new member of the site, or the owner of the installation. */
type Caller = Role | 'owner';

type House<Name extends string> = Record<Name, Client> & { lodge: Lodge; site: SiteFixture };

/**
 * A Lodge for the specs of one file, with one site and a client per caller that is named:
 * `const { lodge, site, desk } = await useLodge({ desk: 'reception' })`. It stops after the last spec.
 */
export async function useLodge<Name extends string>(
  callers: Record<Name, Caller>,
  options: StartOptions = {},
): Promise<House<Name>> {
  const lodge = await Lodge.start(options);
  afterAll(() => lodge.stop());
  const site = await lodge.make.site();
  const clients: Record<string, Client> = {};
  for (const [name, caller] of Object.entries<Caller>(callers)) {
    const user = caller === 'owner' ? { owner: true } : { roles: { [site.id]: caller } };
    clients[name] = await lodge.logIn((await lodge.make.user(user)).email);
  }
  return { lodge, site, ...clients } as House<Name>;
}
