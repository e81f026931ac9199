import { evaluateWindow, type Policy, type Usage } from '#libs/core/limits/sliding-window';

interface Windows {
  index: number;
  current: Map<string, number>;
  previous: Map<string, number>;
}

/** The counts of this process. Nothing is swept: a window that is over is dropped as a whole. */
export class MemoryWindows {
  private readonly byPolicy = new Map<string, Windows>();

  consume(policy: Policy, key: string, nowMs: number): Usage {
    const length = policy.seconds * 1000;
    const { current, previous } = this.windowsAt(policy.name, Math.floor(nowMs / length));
    const counted = {
      previous: previous.get(key) ?? 0,
      current: current.get(key) ?? 0,
      elapsedMs: nowMs % length,
    };
    const usage = evaluateWindow(policy, counted);
    if (usage.admitted) current.set(key, counted.current + 1);
    return usage;
  }

  private windowsAt(name: string, index: number): Windows {
    const found = this.byPolicy.get(name);
    if (found?.index === index) return found;
    const previous = found?.index === index - 1 ? found.current : new Map<string, number>();
    const windows = { index, current: new Map<string, number>(), previous };
    this.byPolicy.set(name, windows);
    return windows;
  }
}
