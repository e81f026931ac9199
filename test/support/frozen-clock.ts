import { Clock } from '#libs/core/time/clock';

/** A clock that stands still until it is moved. */
export class FrozenClock extends Clock {
  private present: Date;

  constructor(now: string) {
    super();
    this.present = new Date(now);
  }

  override now(): Date {
    return new Date(this.present);
  }

  set(now: string): void {
    this.present = new Date(now);
  }
}
