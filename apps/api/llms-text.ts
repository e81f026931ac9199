import type { OpenAPIObject } from '@nestjs/swagger';
import { pageOf } from '#apps/docs/reference';

interface Operation {
  summary?: string;
  tags?: string[];
  'x-permission'?: string;
}

const ABOUT = `# Lodge

> The open HTTP service that runs student accommodation: who lives in which room, from when to when. Two promises: a room is never sold
> twice, and an import is never silently wrong.

The whole interface is [openapi.json](/openapi.json), with an example for each operation; people read it at [/docs](/docs).
Fields, limits, failures and examples of each group are in its reference, in Markdown; [all groups](/reference/README.md).

- Log in: POST /users/sessions with email and password; send the cookies with every further request. Changes need Content-Type: application/json.
- Every success is status 200. Every failure is application/problem+json with a \`code\`; its \`type\` is a page that says what to do about it.
- 409 booking_conflict names who has the room and which rooms like it are free. 503 has Retry-After: send the same again.
- A POST with an Idempotency-Key header may be sent again without doing it twice.
- Dates are YYYY-MM-DD in the site's time zone; a stay is [contract_start, contract_end): the end is the day of departure.
- Lists answer limit and skip; records carry version, and If-Match guards a change.
`;

/** What a language model needs to begin with, in the form of llmstxt.org; made from the OpenAPI document. */
export function llmsText(document: OpenAPIObject): string {
  const groups = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
      const [group = 'Other'] = operation.tags ?? [];
      const line = `- ${method.toUpperCase()} ${path}: ${operation.summary} (${operation['x-permission']})`;
      groups.set(group, [...(groups.get(group) ?? []), line]);
    }
  }
  const sections = [...groups].sort(([a], [b]) => a.localeCompare(b));
  return [
    ABOUT,
    ...sections.map(
      ([group, lines]) => `## ${group}\n\n${[`- [Reference](/reference/${pageOf(group)})`, ...lines].join('\n')}\n`,
    ),
  ].join('\n');
}
