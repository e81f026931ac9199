/** A text, with the colon after a key, or a bracket. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/gs;
const MOST_SHOWN = 100;

/** A key that an object of valid JSON has twice, as it is written there. Parsers keep the last value, and the first one would be lost without a word. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, text, isKey] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (isKey !== undefined) {
      const key = JSON.parse(`"${text}"`) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return JSON.stringify(key.slice(0, MOST_SHOWN));
      keys?.add(key);
    }
  }
  return undefined;
}
