import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { document, type Operation, type Schema } from '../support/contract.js';

const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (target: Ajv) => void)(ajv);
// Ours takes more than the format does: addresses with letters beyond ASCII.
ajv.addFormat('email', true);

// OpenAPI 3.0 says "or null" next to a schema, JSON Schema as one of several; and undescribed fields must not be there.
function strict(schema: Schema): object {
  const { nullable, ...rest } = schema;
  const inner = {
    ...rest,
    ...(rest.properties ? { additionalProperties: false, properties: mapped(rest.properties) } : {}),
    ...(rest.items ? { items: strict(rest.items) } : {}),
    ...(rest.allOf ? { type: undefined, allOf: rest.allOf.map(strict) } : {}),
  };
  const clean = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined));
  return nullable ? { anyOf: [{ type: 'null' }, clean] } : clean;
}
const mapped = (schemas: Record<string, Schema>): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strict(schema)]));

const components = mapped(document.components.schemas);
// Codes of problems add members of their own.
components.ProblemResponse = { ...components.ProblemResponse, additionalProperties: true };
ajv.addSchema({ $id: 'contract', components: { schemas: components } });

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

/** The differences between a response and the document; undefined when there are none. */
export function faultOf(operation: Operation, status: number, type: string, body: unknown): string | undefined {
  // No worker runs: a document is not ready in time, which is a valid response.
  const isTimeout = status === 503 && (body as { code?: string }).code === 'job_timeout';
  if (status >= 500 && !isTimeout) return `status ${status}`;
  const described = operation.responses[status];
  if (!described) return `status ${status} is not described`;
  const [media = ''] = type.split(';');
  const content = described.content?.[media];
  if (!content) return `${media} is not described for status ${status}`;
  if (!media.includes('json')) return undefined;
  const key = `${operation.name} ${status}`;
  const validate = compiled.get(key) ?? ajv.compile(absolute(strict(content.schema ?? {})));
  compiled.set(key, validate);
  return validate(body) ? undefined : `the answer of status ${status}: ${ajv.errorsText(validate.errors)}`;
}

const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')) as object;
