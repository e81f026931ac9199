/** A part of an OpenAPI document. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it is read by its keywords
type Part = any;

/** What is known of a released version, or of the one that is being made. */
export interface Release {
  document: Part;
  settings: string[];
}

const MADE = '<!-- Made from docs/releases by npm run changelog. Not to be changed by hand. -->\n';

/** CHANGELOG.md: what each version adds to the previous one, the newest first. */
export function changelogText(releases: Release[], current: Release, exceptions: Record<string, string>): string {
  const sections = [...releases, current].map((release, index, all) => {
    const before = all[index - 1];
    const isCurrent = release === current;
    const title = isCurrent ? 'Not released yet' : release.document.info.version;
    if (!before) return `## ${title}\n\nThe first release: ${operationsOf(release.document).size} operations.\n`;
    return [`## ${title}\n`, ...changesBetween(before, release), ...(isCurrent ? exceptionsText(exceptions) : [])].join('\n'); // prettier-ignore
  });
  return `${MADE}
# Changelog

Within a major version changes only add; what callers could no longer rely on is under "Changed for callers", with the reason.
\`npm run lodge -- upgrade-check\` says what an installation needs for this version.

${sections.reverse().join('\n')}`;
}

const list = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`### ${title}\n`, ...lines.map((line) => `- ${line}`), ''] : [];

function changesBetween(before: Release, after: Release): string[] {
  const [was, is] = [operationsOf(before.document), operationsOf(after.document)];
  const isNew = [...is].filter(([name]) => !was.has(name));
  const grown = [...is].flatMap(([name, operation]) => {
    const old = was.get(name);
    const more = old ? additions(old, operation, before.document, after.document) : [];
    return more.length > 0 ? [`\`${name}\` ${more.join('; ')}`] : [];
  });
  const codes = (document: Part): string[] => document.components.schemas.ProblemResponse.properties.code.enum ?? [];
  const notIn = (some: string[], others: string[]) => some.filter((each) => !others.includes(each)).map((each) => `\`${each}\``); // prettier-ignore
  return [
    ...list('New operations', isNew.map(([name, { summary }]) => `\`${name}\`: ${summary}`)),
    ...list('New in operations', grown),
    ...list('New codes of problems', notIn(codes(after.document), codes(before.document))),
    ...list('New settings', notIn(after.settings, before.settings)),
    ...list('Settings that are gone', notIn(before.settings, after.settings)),
  ]; // prettier-ignore
}

const exceptionsText = (exceptions: Record<string, string>): string[] =>
  list('Changed for callers', Object.entries(exceptions).map(([what, why]) => `\`${what}\`: ${why}`)); // prettier-ignore

function operationsOf({ paths }: Part): Map<string, Part> {
  return new Map(
    Object.entries<Part>(paths).flatMap(([path, item]) =>
      Object.entries<Part>(item).map(([method, each]): [string, Part] => [`${method.toUpperCase()} ${path}`, each]),
    ),
  );
}

function additions(was: Part, is: Part, before: Part, after: Part): string[] {
  const parameters = (operation: Part) => (operation.parameters ?? []).map((each: Part) => each.name as string);
  const takes = (operation: Part, document: Part) => fieldsOf(operation.requestBody?.content?.['application/json']?.schema, document); // prettier-ignore
  const returns = (operation: Part, document: Part) => fieldsOf(operation.responses['200']?.content?.['application/json']?.schema, document); // prettier-ignore
  const said = (verb: string, old: string[], now: string[]) => {
    const more = topmost(now.filter((each) => !old.includes(each)));
    return more.length > 0 ? [`${verb} ${more.map((each) => `\`${each}\``).join(', ')}`] : [];
  };
  return [
    ...said('has the parameters', parameters(was), parameters(is)),
    ...said('takes', takes(was, before), takes(is, after)),
    ...said('returns', returns(was, before), returns(is, after)),
  ];
}

/** Of `a` and `a.b` only `a`. */
const topmost = (fields: string[]): string[] =>
  fields.filter((each) => !fields.some((other) => each !== other && each.startsWith(`${other}.`)));

/** The paths of all fields of a schema, such as `data.lead_person`. */
function fieldsOf(schema: Part, document: Part, seen: string[] = []): string[] {
  if (!schema || seen.length > 8) return [];
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return seen.includes(name) ? [] : fieldsOf(document.components.schemas[name], document, [...seen, name]);
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items].filter(Boolean); // prettier-ignore
  const own = Object.entries<Part>(schema.properties ?? {}).flatMap(([name, each]) => [
    name,
    ...fieldsOf(each, document, seen).map((below) => `${name}.${below}`),
  ]);
  return [...new Set([...own, ...parts.flatMap((each) => fieldsOf(each, document, seen))])];
}
