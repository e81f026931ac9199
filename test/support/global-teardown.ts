import type { Servers } from './global-setup.js';

export default async function teardown(): Promise<void> {
  const { lodgeTestServers: servers } = globalThis as { lodgeTestServers?: Servers };
  await servers?.stop();
}
