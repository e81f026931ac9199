import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// Addresses outside the public internet: the special registries of IANA, and the metadata address of clouds.
const PRIVATE_V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
  '224.0.0.0/4 240.0.0.0/4';
// Of IPv6 only what is given out is public; that leaves out loopback, link-local and mapped addresses. Tunnels carry others.
const PUBLIC_V6 = '2000::/3';
const PRIVATE_V6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

function listOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

const privateV4 = listOf(PRIVATE_V4.split(' '));
const publicV6 = listOf([PUBLIC_V6]);
const privateV6 = listOf(PRIVATE_V6.split(' '));

/** An address to which nothing is sent. */
export class PrivateAddress extends Error {
  constructor(why = 'the address is not on the public internet') {
    super(why);
  }
}

/** The host of an address, as a socket takes it: that of IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Says of addresses whether something may be sent there: those of the public internet, and those that the operator allows. */
export function addressCheck(allowed: string[]): (address: string) => boolean {
  const exceptions = listOf(allowed);
  return (address) => {
    const family = isIP(address);
    if (family === 4) return exceptions.check(address, 'ipv4') || !privateV4.check(address, 'ipv4');
    if (family !== 6 || address.includes('%')) return false;
    if (/^::ffff:/i.test(address)) return false;
    return exceptions.check(address, 'ipv6') || (publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6'));
  };
}

type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;

const [PATIENCE_MS, TRIES] = [2_000, 2];

/**
 * Asks DNS itself, at the servers of the system or other ones. The look-up of the system has few threads for the whole process, and keeps one for as long
 * as a name server does not answer: the owner of such names would stop the webhooks of all sites. Only names of this machine and its network are left to it.
 */
export const resolverOf =
  (servers?: string[]): Resolve =>
  async (name) => {
    if (!name.includes('.') || /\.localhost$/i.test(name)) return lookup(name, { all: true });
    const resolver = new Resolver({ timeout: PATIENCE_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((each, index) =>
      each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    const [failed] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    if (addresses.length === 0 && failed) throw failed;
    return addresses;
  };

/**
 * A look-up for sockets that gives checked addresses only. The socket connects to what it gives, so that a name cannot mean another
 * address a moment later.
 */
export function checkedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = resolverOf(),
): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        // One private address among others is how a name is used to reach it at the second try.
        if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
          return done(new PrivateAddress(), '', 0);
        const [first] = found;
        if (options.all) (done as unknown as (error: null, all: typeof found) => void)(null, found);
        else done(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}
