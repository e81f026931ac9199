import { setTimeout as sleep } from 'node:timers/promises';

/** What a process needs, and how it finds out whether that is there. */
export interface Dependency {
  name: string;
  /** Whether the process is of no use without it. */
  required: boolean;
  /** Rejects when it is not there. */
  check(): Promise<unknown>;
  /** How long a result stands, so that probes do not become load. */
  keepMs?: number;
}

export interface DependencyState {
  status: 'ok' | 'failed';
  required: boolean;
  /** Why not, in a word that names no host and no account; absent when it is there. */
  reason?: string;
}

const PATIENCE_MS = 2_000;

class NoAnswer extends Error {}

/** Looks at one dependency; many callers at once share one look. */
export class DependencyProbe {
  private latest: { at: number; state: Promise<DependencyState> } | undefined;

  constructor(readonly dependency: Dependency) {}

  state(): Promise<DependencyState> {
    const now = Date.now();
    if (!this.latest || now - this.latest.at >= (this.dependency.keepMs ?? 500)) {
      this.latest = { at: now, state: this.look() };
    }
    return this.latest.state;
  }

  private async look(): Promise<DependencyState> {
    const { required } = this.dependency;
    const ended = new AbortController();
    const patience = sleep(PATIENCE_MS, undefined, { signal: ended.signal, ref: false }).then(
      () => Promise.reject(new NoAnswer()),
      () => undefined,
    );
    try {
      await Promise.race([this.dependency.check(), patience]);
      return { status: 'ok', required };
    } catch (error) {
      return { status: 'failed', required, reason: reasonOf(error) };
    } finally {
      ended.abort();
    }
  }
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  'Connection terminated': 'reset',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ETIMEDOUT: 'timeout',
  EAUTH: 'log_in_refused',
  '28P01': 'log_in_refused',
  '28000': 'log_in_refused',
  '3D000': 'no_such_database',
  '57P03': 'starting',
  '53300': 'too_many_connections',
};

function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return 'timeout';
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const known = Object.keys(WORDS).find((word) => code === word || message.includes(word));
  return WORDS[known ?? ''] ?? (/timeout/i.test(message) ? 'timeout' : 'failed');
}
