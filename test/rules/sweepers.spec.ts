import { describe, expect, test } from '@jest/globals';
import type { Job, Queue } from 'bullmq';
import type { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import { HousekeepingProcessor } from '#apps/worker/housekeeping.processor';

describe('housekeeping', () => {
  test('continues after a sweeper that fails, and is tried again for it', async () => {
    const swept: string[] = [];
    const sweeper = (name: string, fault?: Error) => ({
      async sweep() {
        swept.push(name);
        if (fault) throw fault;
      },
    });
    const away = new Error('the store is away');
    const sweepers = [sweeper('sessions'), sweeper('pictures', away), sweeper('documents', away), sweeper('imports')];
    await expect(
      new HousekeepingProcessor({} as Queue, sweepers, {} as RollCallKeeper).process({} as Job),
    ).rejects.toBe(away);
    expect(swept).toEqual(['sessions', 'pictures', 'documents', 'imports']);
  });
});
