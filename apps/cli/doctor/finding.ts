/** What a check found. A fault prevents something; a warning will, or is a risk. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault';
  what: string;
  /** What the operator does about it. */
  fix?: string;
}

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const warning = (what: string, fix: string): Finding => ({ state: 'warning', what, fix });
export const fault = (what: string, fix: string): Finding => ({ state: 'fault', what, fix });
