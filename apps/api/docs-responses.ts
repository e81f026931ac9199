import type { OpenAPIObject } from '@nestjs/swagger';
import { RESPONSE_EXAMPLES } from '#apps/api/response-examples';

interface Operation {
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

/** Adds what each operation returned when its example was sent to the demo data. */
export function withResponses(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const recorded = RESPONSE_EXAMPLES[`${method.toUpperCase()} ${path}`];
      if (!recorded) continue;
      const { type, example } = recorded;
      const content = operation.responses['200']?.content?.[type];
      if (content) content.example = example;
    }
  }
  return document;
}
