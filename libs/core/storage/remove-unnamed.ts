import { keepsAnotherDatabase } from '#libs/core/backup/kept-databases';
import type { Database } from '#libs/core/database/database';
import type { ObjectStore } from '#libs/core/storage/object-store';

const AT_ONCE = 1_000;

/**
 * Removes the files of a folder that are older than an instant, and that no row names. Another database that is kept may name them, and
 * then all remain.
 */
export async function removeUnnamed(
  database: Database,
  store: ObjectStore,
  { folder, before, findNamed }: { folder: string; before: Date; findNamed: (keys: string[]) => Promise<Set<string>> },
): Promise<void> {
  if (await keepsAnotherDatabase(database)) return;
  const remove = async (keys: string[]) => {
    const named = await findNamed(keys);
    for (const key of keys) if (!named.has(key)) await store.remove(key);
  };
  const batch: string[] = [];
  for await (const { key, modifiedAt } of store.list(folder)) {
    if (modifiedAt < before) batch.push(key);
    if (batch.length === AT_ONCE) await remove(batch.splice(0));
  }
  await remove(batch);
}
