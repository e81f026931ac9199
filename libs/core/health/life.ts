import { Injectable } from '@nestjs/common';

/** Whether this process wants work: not any more once it was told to stop. */
@Injectable()
export class Life {
  private ending = false;

  get isEnding(): boolean {
    return this.ending;
  }

  end(): void {
    this.ending = true;
  }
}
