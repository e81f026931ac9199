import { DomainError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { type CodedReference, REFERENCE_CODES } from '#libs/core/http/references';
import type { Candidate } from '#libs/references/references.queries';

/** A code that nothing has, or several records. */
interface Told {
  reference: CodedReference;
  candidates: Candidate[];
  isSeveral?: boolean;
  /** What is wrong with it, where it is not that the site has no such record. */
  detail?: string;
}

export function unknownReference(told: Told[]): DomainError {
  const errors = told.map(({ reference, isSeveral, detail }) => ({
    pointer: reference.pointer,
    code: 'unknown_reference',
    detail: detail ?? detailOf(reference, isSeveral),
  }));
  const candidates = told.map(({ reference: { pointer, by, text }, candidates: found }) => ({
    pointer,
    given: by === 'id' ? text : `${by}:${text}`,
    candidates: found,
  }));
  const detail = errors.map((error) => `${error.pointer}: ${error.detail}`).join(' ');
  return new DomainError('unknown_reference', detail, { candidates }, errors);
}

function detailOf({ kind, by, text }: CodedReference, isSeveral = false): string {
  const what = kind.replaceAll('_', ' ');
  const codes: readonly string[] = REFERENCE_CODES[kind];
  const forms = codes.map((code) => `${code}:…`).join(' or ');
  if (isId(text) && by === 'id') return `No ${what} of this site has this id.`;
  if (!codes.includes(by)) return `A ${what} is named by ${forms}, or by its id.`;
  return isSeveral
    ? `Several records have the ${by} ${text}; send an id.`
    : `No ${what} of this site has the ${by} ${text}.`;
}
