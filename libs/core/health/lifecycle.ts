import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** How long what is waited for may still come when no more requests are taken; shorter than a stop may last. */
const LAST_WAIT_MS = 20_000;

/** Whether this process wants work: not any more once it was told to stop. */
@Injectable()
export class Lifecycle implements OnModuleDestroy {
  private ending = false;
  private waitsUntil = Infinity;

  get isEnding(): boolean {
    return this.ending;
  }

  /** Whether an answer must not wait any longer for what others do: it would be cut off. */
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
