import type { Counting } from '#libs/sla-policies/working-time';
import type { TargetName } from '#libs/sla-policies/targets';

export const SLA_EVENTS = ['first_response', 'pause', 'resume', 'resolve'] as const;
export type SlaEventType = (typeof SLA_EVENTS)[number];

/** Something that happened to a case; `at` in milliseconds since 1970, as all instants here. */
export interface SlaEvent {
  type: SlaEventType;
  at: number;
}

/** A case: when it was opened, what has happened since, in the order of time, and when it is looked at. */
export interface SlaCase {
  openedAt: number;
  events: readonly SlaEvent[];
  now: number;
}

export type SlaState = 'running' | 'paused' | 'resolved';

/** The state of a case with one target. */
export interface TargetReading {
  /** When the time is up; null while the clock is paused with time left, and when it is after the year 2100. */
  dueAt: number | null;
  /** Seconds of counting time left when the target was met, else now; below 0 when late. */
  remaining: number;
  /** Whether the time was up before the target was met. */
  breached: boolean;
  metAt: number | null;
}

export interface SlaReading {
  state: SlaState;
  targets: Record<TargetName, TargetReading | null>;
}

/** What each target allows, in minutes; null when there is no such target. */
export type Allowances = Record<TargetName, number | null>;

/** A stretch `[from, to)` in which the clock runs. */
interface Run {
  from: number;
  to: number;
}

/**
 * Reads the clock of a case. The events must be in order and free of errors (see `eventErrors`); those after `now` have not
 * happened. A pause stops every target. The first response is met by the first `first_response`, or by `resolve` when there
 * was none; resolution and escalation are met by `resolve`, which also ends a pause.
 */
export function readClock(allowances: Allowances, { openedAt, events, now }: SlaCase, counting: Counting): SlaReading {
  const runs: Run[] = [{ from: openedAt, to: Infinity }];
  let state: SlaState = 'running';
  let respondedAt: number | null = null;
  let resolvedAt: number | null = null;
  for (const { type, at } of events) {
    if (at > now) break;
    if (type === 'first_response') respondedAt ??= at;
    else if (type === 'pause') {
      (runs[runs.length - 1] as Run).to = at;
      state = 'paused';
    } else if (type === 'resume') {
      runs.push({ from: at, to: Infinity });
      state = 'running';
    } else {
      resolvedAt = at;
      state = 'resolved';
    }
  }
  const read = (name: TargetName, metAt: number | null): TargetReading | null => {
    const minutes = allowances[name];
    if (minutes === null) return null;
    return readTarget(minutes * 60_000, runs, metAt, Math.max(metAt ?? now, openedAt), counting);
  };
  const targets: SlaReading['targets'] = {
    first_response: read('first_response', respondedAt ?? resolvedAt),
    resolution: read('resolution', resolvedAt),
    escalation: read('escalation', resolvedAt),
  };
  return { state, targets };
}

function readTarget(
  allowed: number,
  runs: readonly Run[],
  metAt: number | null,
  stop: number,
  counting: Counting,
): TargetReading {
  let counted = 0;
  let dueAt: number | null = null;
  let running = false;
  for (const { from, to } of runs) {
    if (from > stop) break;
    running = stop < to;
    const here = counting.count(from, running ? stop : to);
    if (counted < allowed && counted + here >= allowed) dueAt = counting.after(from, allowed - counted);
    counted += here;
  }
  // A target that is met in a pause is measured as if the clock had continued from there.
  if (counted < allowed && (running || metAt !== null)) dueAt = counting.after(stop, allowed - counted);
  return {
    dueAt,
    remaining: Math.floor((allowed - counted) / 1000),
    breached: dueAt !== null && stop > dueAt,
    metAt,
  };
}

/** What is wrong with the events of a case, each with its index in the list. They must be in the order of time. */
export function eventErrors(openedAt: number, events: readonly SlaEvent[]): { index: number; detail: string }[] {
  const errors: { index: number; detail: string }[] = [];
  let state: SlaState = 'running';
  for (const [index, { type, at }] of events.entries()) {
    if (at < openedAt) errors.push({ index, detail: 'must not be before opened_at' });
    else if (state === 'resolved') errors.push({ index, detail: 'must not be after resolve' });
    else if (type === 'pause' && state === 'paused') errors.push({ index, detail: 'must not pause what is paused' });
    else if (type === 'resume' && state === 'running') errors.push({ index, detail: 'must not resume what runs' });
    else state = NEXT[type] ?? state;
  }
  return errors;
}

const NEXT: Partial<Record<SlaEventType, SlaState>> = { pause: 'paused', resume: 'running', resolve: 'resolved' };
