import type { Conflict } from './answers.js';

interface ProblemDocument {
  code?: string;
  title?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  conflicts?: Conflict[];
}

/** A response of Lodge that is not a success: its problem document, as an error. */
export class LodgeProblem extends Error {
  readonly code: string;
  readonly conflicts: readonly Conflict[];

  constructor(
    readonly request: string,
    readonly status: number,
    document: ProblemDocument,
    /** Seconds to wait before asking again, when Lodge said so. */
    readonly retryAfter: number | undefined,
  ) {
    const said = document.detail ?? document.title ?? '';
    const fields = (document.errors ?? []).filter(({ detail }) => !said.includes(detail));
    const more = fields.map(({ pointer, detail }) => ` ${pointer} ${detail}.`).join('');
    super(`${request} returned ${status} ${document.code ?? ''}: ${said}${more}`);
    this.code = document.code ?? '';
    this.conflicts = document.conflicts ?? [];
  }
}

export class LodgeUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`Lodge does not answer at ${url}: run \`npm start\` first, and leave it running.`, { cause });
  }
}

export async function problemOf(request: string, response: Response): Promise<LodgeProblem> {
  const text = await response.text();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new LodgeProblem(request, response.status, documentOf(text), Number.isFinite(seconds) ? seconds : undefined);
}

function documentOf(text: string): ProblemDocument {
  try {
    return JSON.parse(text) as ProblemDocument;
  } catch {
    // Another program listens there, or a proxy responded.
    return { detail: text.slice(0, 200) };
  }
}
