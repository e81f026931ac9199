import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation, Schema, Schemas } from '#apps/docs/openapi-parts';
import { bodyTable, cell, parameterTable, shapesOf, shapeTable, typeOf } from '#apps/docs/reference-tables';

const MADE = '<!-- Made from openapi.json by npm run openapi. Not to be changed by hand. -->\n';
// Responses that nearly every operation may return, described once.
const EVERYWHERE = new Set(
  'validation_failed malformed_json unknown_field invalid_query unauthenticated session_expired forbidden not_found payload_too_large unsupported_media_type rate_limited internal_error dependency_unavailable'.split(
    ' ',
  ),
);

/** The name of the page of a group of operations. */
export const pageOf = (tag: string): string => `${tag.toLowerCase().replaceAll(' ', '-')}.md`;
const anchorOf = (title: string): string => title.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-'); // prettier-ignore

/** The reference in Markdown: one page for each group of operations, and README.md, which lists them all. */
export function referencePages(document: OpenAPIObject): Map<string, string> {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const groups = operationsByTag(document);
  const pages = new Map([['README.md', overview(document, groups)]]);
  for (const [tag, operations] of groups) {
    const about = document.tags?.find(({ name }) => name === tag)?.description ?? '';
    pages.set(pageOf(tag), pageFor(tag, about, operations, schemas));
  }
  return pages;
}

type Named = [name: string, operation: Operation];

function operationsByTag(document: OpenAPIObject): Map<string, Named[]> {
  const groups = new Map<string, Named[]>((document.tags ?? []).map(({ name }) => [name, []]));
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item) as unknown as [string, Operation][])
      groups.get(operation.tags[0] ?? '')?.push([`${method.toUpperCase()} ${path}`, operation]);
  return groups;
}

function overview(document: OpenAPIObject, groups: Map<string, Named[]>): string {
  const sections = [...groups].map(([tag, operations]) => {
    const rows = operations.map(([name, { summary }]) => `| \`${name}\` | [${summary}](${pageOf(tag)}#${anchorOf(summary)}) |`); // prettier-ignore
    return `## [${tag}](${pageOf(tag)})\n\n| Operation | |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return `${MADE}
# Reference

Every operation of Lodge ${document.info.version}, made from [openapi.json](../../openapi.json). How to go about it, such as log-in, failures, lists and
sending again, is in [Integrating with Lodge](../integrating.md).

Every success is status 200. Every failure is a problem document; an operation lists those of its own. Any of them may also answer
${[...EVERYWHERE].map((code) => `\`${code}\``).join(', ')}.

${sections.join('\n')}`;
}

function pageFor(tag: string, about: string, operations: Named[], schemas: Schemas): string {
  const rows = operations.map(([name, { summary }]) => `| \`${name}\` | [${summary}](#${anchorOf(summary)}) |`);
  const parts = operations.map(([name, operation]) => operationText(name, operation, schemas));
  const answers = operations.flatMap(([, operation]) => Object.values(operation.responses['200']?.content ?? {}));
  const shapes = shapesOf(answers.map(({ schema }) => schema), schemas); // prettier-ignore
  const tables = shapes.map((shape) => `### ${shape}\n\n${shapeTable(schemas[shape] ?? {}, schemas)}`);
  return [
    `${MADE}\n# ${tag}\n\n${about} All groups: [Reference](README.md).\n\n| Operation | |\n| --- | --- |\n${rows.join('\n')}\n`,
    ...parts,
    ...(tables.length > 0 ? [`## What is answered\n\n${tables.join('\n')}`] : []),
  ].join('\n');
}

function operationText(name: string, operation: Operation, schemas: Schemas): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const parts = [`## ${summary}`, `\`${name}\``, description ?? ''];
  if (parameters.length > 0) parts.push(parameterTable(parameters, schemas));
  if (body) parts.push(`Body:\n\n${bodyTable(body.schema, schemas)}`.trim());
  if (body?.example) parts.push(`\`\`\`json\n${JSON.stringify(body.example, null, 2)}\n\`\`\``);
  parts.push(answerText(responses['200']?.content ?? {}), failureText(responses));
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function answerText(content: Record<string, { schema: Schema }>): string {
  const kinds = Object.entries(content).map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema, 'link') : `\`${type}\``)); // prettier-ignore
  return kinds.length > 0 ? `Answers ${kinds.join(' or ')}.` : '';
}

function failureText(responses: Operation['responses']): string {
  const failures = Object.entries(responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/`(\w+)`: (.*?)(?=; `|$)/g)].map(([, code = '', title = '']) => ({ status, code, title })),
  );
  const own = failures.filter(({ code }) => !EVERYWHERE.has(code));
  if (own.length === 0) return '';
  const rows = own.map(({ status, code, title }) => `| ${status} | \`${code}\` | ${cell(title)} |`);
  return `| Fails with | | |\n| --- | --- | --- |\n${rows.join('\n')}`;
}
