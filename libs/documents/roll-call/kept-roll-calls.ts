import { may, type Role } from '#libs/accounts/access/permissions';
import type { Claim } from '#libs/accounts/access/claim';
import { type ObjectStore, readAll } from '#libs/core/storage/object-store';
import type { CodedLocation, KeptSite, PresentLine, ReaderRow } from '#libs/documents/roll-call/roll-call.queries';

const FOLDER = 'roll-calls/';
const MOST_BYTES = 256 * 1024 * 1024;

/** A roll-call as it is kept in the store: who was in house at a moment, and who may read that without the database. */
export interface KeptRollCall {
  site: KeptSite;
  generated_at: string;
  readers: { users: string[]; keys: string[] };
  people: PresentLine[];
  /** The locations that have a code; absent in a copy of an earlier version. */
  locations?: CodedLocation[];
}

export const keyOfRollCall = (siteId: string, form: 'json' | 'pdf'): string => `${FOLDER}${siteId}.${form}`;

/** Users, and hashes of API keys, that may read a roll-call while the database is unavailable. */
export function readersOf(rows: ReaderRow[]): KeptRollCall['readers'] {
  const allowed = rows.filter(({ owner, role, key_role: keyRole }) => {
    const roles = [owner ? 'admin' : role, keyRole].filter((each) => each !== null) as Role[];
    return roles.every((each) => may(each, 'roll_call.read'));
  });
  return {
    users: allowed.flatMap(({ user_id, key_hash }) => (key_hash === null ? [user_id] : [])),
    keys: allowed.flatMap(({ key_hash }) => (key_hash === null ? [] : [key_hash])),
  };
}

export const mayReadKept = ({ readers }: KeptRollCall, { userId, keyHash }: Claim): boolean =>
  keyHash === undefined ? readers.users.includes(userId ?? '') : readers.keys.includes(keyHash);

export const keepRollCall = (store: ObjectStore, kept: KeptRollCall): Promise<void> =>
  store.put(keyOfRollCall(kept.site.id, 'json'), Buffer.from(JSON.stringify(kept)));

/** The kept roll-call of a site, or undefined before the first. @throws StorageUnavailable */
export async function findKept(store: ObjectStore, siteId: string): Promise<KeptRollCall | undefined> {
  const text = await readAll(store, keyOfRollCall(siteId, 'json'), MOST_BYTES);
  return text && (JSON.parse(text.toString()) as KeptRollCall);
}

/** Every stored roll-call, of all sites. */
export async function listKept(store: ObjectStore): Promise<KeptRollCall[]> {
  const found: KeptRollCall[] = [];
  for await (const { key } of store.list(FOLDER)) {
    const kept = key.endsWith('.json') ? await findKept(store, key.slice(FOLDER.length, -5)) : undefined;
    if (kept) found.push(kept);
  }
  return found.sort((one, other) => (one.site.id < other.site.id ? -1 : 1));
}
