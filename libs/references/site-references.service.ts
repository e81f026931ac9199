import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { type CodedReference, REFERENCE_CODES, ReferenceResolver } from '#libs/core/http/references';
import { siteOfRequest } from '#libs/core/logging/request-context';
import { type Candidate, findNamed, findSimilar, sourceOf } from '#libs/references/references.queries';

interface Unknown {
  reference: CodedReference;
  /** All that have the code, when several do. */
  several: Candidate[];
}

// So many are returned with candidates; a file of wrong codes is wrong in its first rows, too.
const MOST_EXPLAINED = 20;

/** The ids of the records that the codes in a request name, exactly, within the site of the request. */
@Injectable()
export class SiteReferences extends ReferenceResolver {
  constructor(private readonly database: Database) {
    super();
  }

  async resolve(references: CodedReference[]): Promise<string[]> {
    const siteId = siteOfRequest();
    if (siteId === undefined) throw unknownReference(references.map((reference) => ({ reference, candidates: [] })));
    const matches = await this.matchesOf(siteId, references);
    const unknown = references.flatMap((reference, index): Unknown[] => {
      const several = matches[index] ?? [];
      return several.length === 1 ? [] : [{ reference, several }];
    });
    if (unknown.length > 0) throw await this.explained(siteId, unknown);
    return matches.map(([match]) => match?._id as string);
  }

  /** What has the code of each reference: one statement per kind of code. */
  private async matchesOf(siteId: string, references: CodedReference[]): Promise<Candidate[][]> {
    const matches: Candidate[][] = references.map(() => []);
    const groups = new Map<string, number[]>();
    for (const [index, { kind, by }] of references.entries())
      groups.set(`${kind} ${by}`, [...(groups.get(`${kind} ${by}`) ?? []), index]);
    await Promise.all(
      [...groups.values()].map(async (indexes) => {
        const { kind, by } = references[indexes[0] as number] as CodedReference;
        const source = sourceOf(kind, by);
        const texts = indexes.map((index) => references[index]?.text ?? '');
        const rows = source ? await findNamed(this.database, siteId, source, texts) : [];
        for (const { n, ...match } of rows) matches[indexes[n - 1] as number]?.push(match);
      }),
    );
    return matches;
  }

  private async explained(siteId: string, unknown: Unknown[]): Promise<DomainError> {
    const told = await Promise.all(
      unknown.slice(0, MOST_EXPLAINED).map(async ({ reference, several }) => {
        const source = sourceOf(reference.kind, reference.by);
        if (several.length > 0 || !source) return { reference, candidates: several };
        return { reference, candidates: await findSimilar(this.database, siteId, source, reference.text) };
      }),
    );
    return unknownReference(told);
  }
}

function unknownReference(told: { reference: CodedReference; candidates: Candidate[] }[]): DomainError {
  const errors = told.map(({ reference, candidates }) => ({
    pointer: reference.pointer,
    code: 'unknown_reference',
    detail: detailOf(reference, candidates),
  }));
  const candidates = told.map(({ reference: { pointer, by, text }, candidates: found }) => ({
    pointer,
    given: `${by}:${text}`,
    candidates: found,
  }));
  const detail = errors.map((error) => `${error.pointer}: ${error.detail}`).join(' ');
  return new DomainError('unknown_reference', detail, { candidates }, errors);
}

function detailOf({ kind, by, text }: CodedReference, candidates: Candidate[]): string {
  const what = kind.replaceAll('_', ' ');
  const codes: readonly string[] = REFERENCE_CODES[kind];
  if (!codes.includes(by)) return `A ${what} is named by ${codes.map((code) => `${code}:`).join(' or ')} or its id.`;
  const exact = candidates.filter(({ code }) => code.toLowerCase() === text.toLowerCase());
  return exact.length > 1
    ? `Several records have the ${by} ${text}; send an id.`
    : `No ${what} of this site has the ${by} ${text}.`;
}
