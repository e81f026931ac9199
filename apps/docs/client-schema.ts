type Tool = {
  default: (document: object, options: object) => Promise<object[]>;
  astToString: (nodes: object[]) => string;
};

// A tool for developers: what is built to run does without it, and so without its types.
const TOOL = 'openapi-typescript';

/** The types of the TypeScript client, made from the OpenAPI document. */
export async function clientSchema(openapi: string): Promise<string> {
  const { default: openapiTS, astToString } = (await import(TOOL)) as Tool;
  const about = '// Made from openapi.json by npm run openapi. Not to be changed by hand.\n';
  return (
    about +
    astToString(
      await openapiTS(withoutExamples(JSON.parse(openapi)), { alphabetize: false, defaultNonNullable: false }),
    )
  );
}

// The examples of bodies would be most of the file.
function withoutExamples<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutExamples) as T;
  if (value === null || typeof value !== 'object') return value;
  const isContent = 'schema' in value;
  const kept = Object.entries(value).filter(([key]) => !(isContent && (key === 'example' || key === 'examples')));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutExamples(each)])) as T;
}
