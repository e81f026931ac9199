const MOST_ROWS = 200;

interface Issue {
  code?: string;
  message?: string;
}

/**
 * Every spec also sees whether its responses make sense to a person: an error, and an issue with a row of a file, say something.
 * @throws Error with what lacks something
 */
export function requireSaid(status: number, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const faults = status >= 400 ? faultsOfProblem(body as Record<string, unknown>) : faultsOfRows(body);
  if (faults.length > 0) throw new Error(`says nothing: ${JSON.stringify(faults.slice(0, 3))}`);
}

const isText = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

function faultsOfProblem({ title, detail, code, errors = [] }: Record<string, unknown>): unknown[] {
  if (code === undefined) return [];
  const list = errors as { pointer?: string; detail?: string }[];
  const wrong = list.filter(({ pointer, detail }) => typeof pointer !== 'string' || !isText(detail));
  return [...([title, detail].every(isText) ? [] : [{ code, title, detail }]), ...wrong];
}

function faultsOfRows(body: object): Issue[] {
  const { rows, results } = body as { rows?: unknown; results?: unknown };
  const list = [rows, results].filter((each) => Array.isArray(each)).flatMap((each) => each.slice(0, MOST_ROWS));
  const issues = list.flatMap((row) => (row as { issues?: Issue[] } | null)?.issues ?? []);
  return issues.filter(({ code, message }) => !isText(code) || !isText(message));
}
