import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LongList } from '#libs/core/http/body-bounds';

const CLOSE_LIST = 0x5d;

/**
 * The value of JSON in UTF-8. Its long lists are read piece by piece, in turns with other work: each piece is a list of its own to the parser.
 * @throws SyntaxError
 */
export async function parseInTurns(body: Buffer, lists: readonly LongList[]): Promise<unknown> {
  const marks = new Map(lists.map((list) => [randomUUID() as string, list]));
  const frame: unknown = JSON.parse(frameOf(body, marks));
  const read = new Map<string, unknown[]>();
  // Also a list that a later field of the same name replaces has to be JSON.
  for (const [mark, list] of marks) read.set(mark, await entriesOf(body, list));
  if (read.size > 0)
    for (const [field, value] of Object.entries(frame as object)) {
      const entries = Array.isArray(value) ? read.get(value[0] as string) : undefined;
      if (entries) (frame as Record<string, unknown>)[field] = entries;
    }
  return frame;
}

/** The text without the entries of its long lists, in place of which each has its mark. */
function frameOf(body: Buffer, marks: ReadonlyMap<string, LongList>): string {
  let [frame, at] = ['', 0];
  for (const [mark, { from, to }] of marks) {
    frame += `${body.toString('utf8', at, from)}["${mark}"]`;
    at = to + 1;
  }
  frame += body.toString('utf8', at);
  return frame.startsWith('\ufeff') ? frame.slice(1) : frame;
}

async function entriesOf(body: Buffer, { from, cuts, to }: LongList): Promise<unknown[]> {
  // What opens with a bracket may be closed with a brace; nothing else would notice.
  if (body[to] !== CLOSE_LIST) throw new SyntaxError('a list is not closed');
  const entries: unknown[] = [];
  let begin = from + 1;
  for (const end of [...cuts, to]) {
    const piece = JSON.parse(`[${body.toString('utf8', begin, end)}]`) as unknown[];
    if (piece.length === 0) throw new SyntaxError('an entry of a list is missing');
    for (const entry of piece) entries.push(entry);
    begin = end + 1;
    await yieldToEventLoop();
  }
  return entries;
}
