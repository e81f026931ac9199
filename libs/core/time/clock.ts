import { Injectable } from '@nestjs/common';

/** The present, in one place, so that a spec can hold it still. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
