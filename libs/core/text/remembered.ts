/** Longer texts hardly come twice. */
const LONGEST = 240;
const MOST = 2_000;

/** The same function of a text, which keeps its results: most cells of a file are in many of its rows. */
export function remembered<Result>(read: (text: string) => Result, most = MOST): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Result;
    const result = read(text);
    if (text.length > LONGEST) return result;
    if (known.size >= most) known.clear();
    known.set(text, result);
    return result;
  };
}
