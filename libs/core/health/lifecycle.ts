import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** How long what is waited for may still come when no more requests are taken; shorter than a stop may last. */
const LAST_WAIT_MS = 20_000;

/** Whether this process accepts work: no longer once it was signalled to stop. */
@Injectable()
export class Lifecycle implements OnModuleDestroy {
  private ending = false;
  private waitsUntil = Infinity;

  get isEnding(): boolean {
    return this.ending;
  }

  /** Whether a response must not wait any longer for other processes, because it would be cut off. */
  get isAlmostOver(): boolean {
    return performance.now() >= this.waitsUntil;
  }

  end(): void {
    this.ending = true;
  }

  onModuleDestroy(): void {
    this.end();
    this.waitsUntil = performance.now() + LAST_WAIT_MS;
  }
}
