export interface Holder {
  port: number;
  token: string;
}
export declare function tryLock<About extends object>(
  file: string,
  about?: About,
  isBusy?: boolean,
): Promise<{ release: () => void; holder?: undefined } | { release?: undefined; holder: Holder & About }>;
