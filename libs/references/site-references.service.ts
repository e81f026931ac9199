import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import type { DomainError } from '#libs/core/errors/domain-error';
import { type CodedReference, ReferenceResolver } from '#libs/core/http/references';
import { siteOfRequest } from '#libs/core/logging/request-context';
import {
  type Candidate,
  findFormer,
  findNamed,
  findSimilar,
  isStorable,
  MOST_EXPLAINED,
  sourceOf,
} from '#libs/references/references.queries';
import { unknownReference } from '#libs/references/unknown-code';

interface Unknown {
  reference: CodedReference;
  /** All that have the code, when several do. */
  several: Candidate[];
}

/** Finds the records that texts name, each with the place of its text, from 1. */
type Look = (texts: string[]) => Promise<(Candidate & { n: number })[]>;

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

  /** The records with the code of each reference: one statement per kind of code. */
  private async matchesOf(siteId: string, references: CodedReference[]): Promise<Candidate[][]> {
    const matches: Candidate[][] = references.map(() => []);
    const groups = new Map<string, number[]>();
    for (const [index, { kind, by, isMerged }] of references.entries()) {
      const group = `${kind} ${by} ${isMerged}`;
      groups.set(group, [...(groups.get(group) ?? []), index]);
    }
    await Promise.all(
      [...groups.values()].map(async (indexes) => {
        const { kind, by, isMerged } = references[indexes[0] as number] as CodedReference;
        for (const find of this.looksFor({ kind, by, isMerged }, siteId)) {
          const open = indexes.filter(
            (index) => matches[index]?.length === 0 && isStorable(references[index]?.text ?? ''),
          );
          const rows = open.length > 0 ? await find(open.map((index) => references[index]?.text ?? '')) : [];
          for (const { n, ...match } of rows) matches[open[n - 1] as number]?.push(match);
        }
      }),
    );
    return matches;
  }

  /** Where records of a kind are looked for, one place after the other. */
  private looksFor({ kind, by, isMerged }: Omit<CodedReference, 'pointer' | 'text'>, siteId: string): Look[] {
    const source = sourceOf(kind, by);
    if (!source) return [];
    const named: Look = (texts) => findNamed(this.database, siteId, source, texts);
    if (kind !== 'student') return [named];
    const former: Look = (texts) => findFormer(this.database, siteId, by, texts, isMerged);
    // A record that was merged at the first look-up, and not at the second, exists again.
    return isMerged ? [former, named] : [named, former, named];
  }

  private async explained(siteId: string, unknown: Unknown[]): Promise<DomainError> {
    const told = await Promise.all(
      unknown.slice(0, MOST_EXPLAINED).map(async ({ reference, several }) => {
        if (several.length > 0) return { reference, candidates: several, isSeveral: several.length > 1 };
        return { reference, candidates: await findSimilar(this.database, siteId, reference) };
      }),
    );
    return unknownReference(told);
  }
}
