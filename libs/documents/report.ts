/** Says how far a print is. */
export type Report = (done: number, total: number, stage: string) => Promise<void>;
