import { DomainError } from '#libs/core/errors/domain-error';
import { withTimeout } from '#libs/core/async/with-timeout';

/** What a process needs, and how it finds out whether that is there. */
export interface Dependency {
  name: string;
  /** Whether the process is of no use without it. */
  required: boolean;
  /** Rejects when it is not there. */
  check(): Promise<unknown>;
  /** Reasons for which the process is not ready although it can do without the dependency. */
  unready?: readonly string[];
  /** How long a result is kept, so that probes do not become load. */
  keepMs?: number;
}

export interface DependencyState {
  status: 'ok' | 'failed';
  required: boolean;
  /** Why not, in a word that names no host and no account; absent when it is there. */
  reason?: string;
}

/** A dependency that responds but cannot be used, with the reason that readiness reports. */
export class NotUsable extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

const PATIENCE_MS = 2_000;

class NoAnswer extends Error {}

/** Looks at one dependency; many callers at once share one look. */
export class DependencyProbe {
  private latest: { at: number; state: Promise<DependencyState> } | undefined;

  constructor(readonly dependency: Dependency) {}

  state(): Promise<DependencyState> {
    const now = performance.now();
    if (!this.latest || now - this.latest.at >= (this.dependency.keepMs ?? 500)) {
      this.latest = { at: now, state: this.look() };
    }
    return this.latest.state;
  }

  private async look(): Promise<DependencyState> {
    const { required, unready } = this.dependency;
    try {
      await withTimeout(PATIENCE_MS, this.dependency.check(), () => new NoAnswer());
      return { status: 'ok', required };
    } catch (error) {
      const reason = reasonOf(error);
      return { status: 'failed', required: required || (unready?.includes(reason) ?? false), reason };
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
  WRONGPASS: 'log_in_refused',
  NOAUTH: 'log_in_refused',
  AccessDenied: 'log_in_refused',
  SignatureDoesNotMatch: 'log_in_refused',
  InvalidAccessKeyId: 'log_in_refused',
  EACCES: 'log_in_refused',
  '28P01': 'log_in_refused',
  '28000': 'log_in_refused',
  '3D000': 'no_such_database',
  '57P03': 'starting',
  '53300': 'too_many_connections',
  '25006': 'read_only',
  EROFS: 'read_only',
  '53100': 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return 'timeout';
  if (error instanceof NotUsable) return error.reason;
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (error instanceof DomainError && error.cause) return reasonOf(error.cause);
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const known = Object.keys(WORDS).find((word) => code === word || message.includes(word));
  return WORDS[known ?? ''] ?? (/timeout/i.test(message) ? 'timeout' : 'failed');
}
