/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Dice {
  constructor(private state: number) {}

  /** At least 0 and less than 1. */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  one<T>(list: readonly T[]): T {
    return list[Math.floor(this.roll() * list.length)] as T;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const rest = [...list];
    return Array.from(list, () => rest.splice(Math.floor(this.roll() * rest.length), 1)[0] as T);
  }
}
