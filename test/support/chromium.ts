import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MARK = `lodge-print-${process.pid}-`;

/** The ids of the Chromium processes that this process started for printing: the browsers, or with `all` their helpers too. */
export function chromiumPids({ all = false } = {}): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return command.includes(MARK) && (all || parent === String(process.pid)) && !command.includes('defunct');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The temporary folders that printing has left at the moment. */
export const chromiumFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(MARK));
