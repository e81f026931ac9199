import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

const markOf = (worker: number) => `lodge-print-${worker}-`;

interface Choice {
  /** The helpers of the browsers, too. */
  all?: boolean;
  /** The process that prints. */
  worker?: number;
}

/** The ids of the Chromium processes that a process started for printing. */
export function chromiumPids({ all = false, worker = process.pid }: Choice = {}): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return command.includes(markOf(worker)) && (all || parent === String(worker)) && !command.includes('defunct');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The temporary folders that printing has left at the moment. */
export const chromiumFolders = (worker = process.pid): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(markOf(worker)));
