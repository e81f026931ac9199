import type { DependencyState } from '#libs/core/health/dependency';
import type { Health } from '#libs/core/health/health';
import type { Lifecycle } from '#libs/core/health/lifecycle';

export interface Readiness {
  status: 'ok' | 'degraded' | 'unavailable';
  detail: string;
  dependencies: Record<string, DependencyState>;
}

/** Whether a process should be given work now, and why not. */
export async function readinessOf(health: Health, life: Lifecycle): Promise<Readiness> {
  if (life.isEnding) return { status: 'unavailable', detail: 'This process is stopping.', dependencies: {} };
  const dependencies = await health.states();
  const failed = Object.entries(dependencies).filter(([, { status }]) => status === 'failed');
  const detail = failed.map(([name, { reason }]) => `${name}: ${reason}`).join(', ');
  if (failed.some(([, { required }]) => required)) return { status: 'unavailable', detail, dependencies };
  return { status: failed.length > 0 ? 'degraded' : 'ok', detail, dependencies };
}
