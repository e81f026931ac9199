type Stage = 'packages' | 'build' | 'start';

export declare class ProgressBar {
  constructor(out?: { isTTY?: boolean; columns?: number; write(text: string): unknown });
  plan(stages: Stage[]): void;
  show(stage: Stage, share: number, text: string): void;
  write(text: string): void;
  clear(): void;
}
export declare const bar: ProgressBar;
