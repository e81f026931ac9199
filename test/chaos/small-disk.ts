import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// More than a long run writes. It takes memory only for what is on it.
const BYTES = 4 * 1_024 ** 3;

/** A disk of its own for a folder, which can be full and have room again. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** Mounts it; undefined where this process may not. */
  static at(folder: string): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    const options = `size=${BYTES},mode=755`;
    if (!succeeds('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)) return undefined;
    // A size of nothing would be no limit.
    writeFileSync(join(folder, '.never-empty'), '.');
    return new SmallDisk(folder);
  }

  /** Leaves no room at all. */
  fill(): void {
    for (let tries = 0; tries < 100; tries++) {
      const { blocks, bfree, bsize } = statfsSync(this.folder);
      // Somebody may have written in between: a disk cannot be smaller than what is on it.
      if (this.resize((blocks - bfree) * bsize)) return;
    }
    throw new Error(`${this.folder} could not be filled`);
  }

  makeRoom(): void {
    if (!this.resize(BYTES)) throw new Error(`${this.folder} cannot be given room`);
  }

  remove(): void {
    succeeds('umount', '--lazy', this.folder);
  }

  private resize = (bytes: number): boolean => succeeds('mount', '-o', `remount,size=${bytes}`, this.folder);
}

const succeeds = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
