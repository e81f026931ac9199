/** Says how far a print is. */
export type ReportProgress = (done: number, total: number, stage: string) => Promise<void>;
