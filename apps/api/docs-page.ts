import type { OpenAPIObject } from '@nestjs/swagger';

interface Parameter {
  in: string;
  required?: boolean;
  description?: string;
}
interface Content {
  schema: { properties?: Record<string, { example?: unknown }> };
  example?: Record<string, unknown>;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
}

/**
 * The document for Swagger UI: required parameters come first, what is said about headers is one clause, since only programs need
 * them, and forms are filled in with the example.
 */
export function forPage(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths))
    for (const { parameters, requestBody } of Object.values(item as Record<string, Operation>)) {
      parameters?.sort((one, other) => rankOf(one) - rankOf(other));
      for (const each of parameters ?? [])
        if (each.in === 'header') each.description = each.description?.split(/[:.] /)[0];
      if (requestBody) fillForm(requestBody.content);
    }
  return document;
}

const rankOf = ({ in: place, required }: Parameter): number => (required ? 0 : place === 'header' ? 2 : 1);

// Swagger UI would invent a text for each field that has no example, and send it.
function fillForm(content: Record<string, Content>): void {
  const { properties = {} } = content['multipart/form-data']?.schema ?? {};
  const { example = {} } = content['application/json'] ?? {};
  for (const [name, field] of Object.entries(properties))
    if (name !== 'file') field.example ??= example[name] === undefined ? '' : example[name];
}
