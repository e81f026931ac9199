/** Every queue: its name, and how often a job is tried. A payload holds ids only; the row in PostgreSQL is the truth. */
export const QUEUES = {
  housekeeping: {
    name: 'housekeeping',
    options: {
      attempts: 3,
      backoff: { type: 'exponential' as const, delay: 5_000 },
      removeOnComplete: true,
      removeOnFail: 100,
    },
  },
  // An error is tried again soon; a worker that died is noticed by its silence, however often.
  jobs: {
    name: 'jobs',
    options: {
      attempts: 3,
      backoff: { type: 'exponential' as const, delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: 100,
    },
  },
  documents: {
    name: 'documents',
    options: {
      attempts: 3,
      backoff: { type: 'fixed' as const, delay: 200 },
      removeOnComplete: true,
      removeOnFail: 100,
    },
  },
  // One for each receiver. What failed is rung for again, which one that was kept would prevent.
  webhooks: {
    name: 'webhooks',
    options: {
      attempts: 1,
      backoff: { type: 'fixed' as const, delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: true,
    },
  },
};
