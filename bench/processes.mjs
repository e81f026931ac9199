// What processes and all that they started take of the machine. Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

export const MEGABYTE = 1_048_576;

/** All processes that these started, and those that they started. */
function familyOf(pids) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))[1]));
    } catch {
      // It has ended.
    }
  }
  const family = new Set(pids);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

// Proportional: what the processes of a browser share counts once.
function memoryOf(pids) {
  let kilobytes = 0;
  for (const pid of familyOf(pids)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]);
    } catch {
      // It has ended.
    }
  }
  return (kilobytes * 1024) / MEGABYTE;
}

/** Seconds of processor time that these processes and all that they started have taken. */
function processorOf(pids) {
  let ticks = 0;
  for (const pid of familyOf(pids)) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // It has ended, and its parent has its time.
    }
  }
  return ticks / 100;
}

/** How long work takes, how much of the processor, and the most memory that processes hold meanwhile. */
export async function measured(pids, work) {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pids))), 250);
  const [busy, began] = [processorOf(pids), performance.now()];
  const bytes = await work();
  clearInterval(watch);
  const ms = performance.now() - began;
  return { ms, processor: processorOf(pids) - busy, peak, bytes };
}
