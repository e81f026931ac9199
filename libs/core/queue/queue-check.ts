import { getQueueToken } from '@nestjs/bullmq';
import type { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';

/** The queues that this process has a hand on. */
export function queuesOf(modules: ModuleRef): Queue[] {
  return Object.values(QUEUES).flatMap(({ name }) => {
    try {
      return [modules.get<Queue>(getQueueToken(name), { strict: false })];
    } catch {
      return [];
    }
  });
}

export const hasQueues = (modules: ModuleRef): boolean => queuesOf(modules).length > 0;

/** Rejects when the server of the queues does not respond. All queues share one server, so one queue is sufficient. */
export async function checkQueues(modules: ModuleRef): Promise<void> {
  await queuesOf(modules)[0]?.getWaitingCount();
}
