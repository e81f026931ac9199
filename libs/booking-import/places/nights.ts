/** The nights of a stay, or of several; `to` is null when it is open-ended. */
export interface Nights {
  from: string;
  to: string | null;
}

/** The first and the last day of stays together; there must be one. */
export function nightsOf(stays: Nights[]): Nights {
  let [{ from, to }] = stays as [Nights];
  for (const stay of stays) {
    if (stay.from < from) from = stay.from;
    to = to === null || stay.to === null ? null : stay.to > to ? stay.to : to;
  }
  return { from, to };
}
