import openapiTS, { astToString } from 'openapi-typescript';

/** The types of the TypeScript client, made from the OpenAPI document. */
export async function clientSchema(openapi: string): Promise<string> {
  const about = '// Made from openapi.json by npm run openapi. Not to be changed by hand.\n';
  return about + astToString(await openapiTS(JSON.parse(openapi), { alphabetize: false, defaultNonNullable: false }));
}
