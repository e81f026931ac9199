import type { OpenAPIObject } from '@nestjs/swagger';
import { BODY_EXAMPLE } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & Record<string, unknown>;
type Parameter = { in?: string; name?: string; example?: unknown; schema?: { example?: unknown } };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

// A path parameter by its name; a user of a site's members is a member, of its students a student.
const PATH_EXAMPLES: Record<string, string> = {
  siteId: EXAMPLE.site,
  site: EXAMPLE.site,
  bookingId: EXAMPLE.booking,
  locationTypeId: EXAMPLE.locationType,
  locationId: EXAMPLE.room,
  flagId: EXAMPLE.flag,
  welfareStateId: EXAMPLE.welfareState,
  categoryId: EXAMPLE.category,
  policyId: EXAMPLE.slaPolicy,
  closureId: EXAMPLE.closure,
  entryId: EXAMPLE.waitingEntry,
  codeId: EXAMPLE.cancellationCode,
};

const exampleOf = (path: string, name = ''): string | undefined =>
  name === 'userId' ? (path.startsWith('/students') ? EXAMPLE.student : EXAMPLE.member) : PATH_EXAMPLES[name];

/** Fills in what "Try it out" sends: ids of the demo data in the path, and each operation's own body. */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      for (const parameter of (operation.parameters ?? []) as Parameter[]) {
        if (parameter.in === 'path') parameter.example = exampleOf(path, parameter.name);
        else if (parameter.in === 'query') keepExampleOfRequired(parameter as Parameter & { required?: boolean });
      }
      placeBody(operation);
    }
  }
  return document;
}

// The page would send every example that it finds, and an unwanted filter finds nothing.
function keepExampleOfRequired(parameter: Parameter & { required?: boolean }): void {
  if (!parameter.required && parameter.schema) delete parameter.schema.example;
}

function placeBody(operation: Operation): void {
  const example = operation[BODY_EXAMPLE];
  delete operation[BODY_EXAMPLE];
  const { requestBody } = operation;
  const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  if (example && json) json.example = example;
}
