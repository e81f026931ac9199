/**
 * The advisory locks of Lodge by what they are for, each with a number of its own. Any numbers serve, as long as every process of
 * Lodge uses the same. Locks of a site or a record are hashes of their names instead.
 */
export const ADVISORY_LOCKS = {
  migrations: 4_206_201_763,
  backups: 4_206_201_764,
  journal: 4_206_201_765,
} as const;
