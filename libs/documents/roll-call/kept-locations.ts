import { DomainError } from '#libs/core/errors/domain-error';
import type { CodedReference } from '#libs/core/http/references';
import type { CodedLocation } from '#libs/documents/roll-call/roll-call.queries';
import type { KeptRollCall } from '#libs/documents/roll-call/kept-roll-calls';
import { unknownReference } from '#libs/references/unknown-code';

const MOST_CANDIDATES = 5;

/**
 * The location that a code names, as the site was when its roll-call was kept.
 * @throws DomainError `unknown_reference` with candidates, or `dependency_unavailable` when only the database knows
 */
export function keptLocation({ locations, generated_at }: KeptRollCall, reference: CodedReference): string {
  const { by, text } = reference;
  if (by !== 'code') throw unknownReference([{ reference, candidates: [] }]);
  if (!locations)
    throw new DomainError(
      'dependency_unavailable',
      'The database is unavailable, and the roll-call that is kept has no codes of locations. Send the id of the location, or no location_tree.',
    );
  const code = text.toLowerCase();
  const found = locations.find((each) => each.code.toLowerCase() === code);
  if (found) return found._id;
  const detail = `The database is unavailable, and the roll-call that was kept at ${generated_at} has no location with the code ${text}. Without location_tree it shows everybody.`;
  throw unknownReference([{ reference, detail, candidates: similarTo(code, locations) }]);
}

/** The locations whose codes begin like a text, those that share the most of it first. */
function similarTo(text: string, locations: CodedLocation[]): CodedLocation[] {
  const shared = ({ code }: CodedLocation): number => {
    const other = code.toLowerCase();
    const end = [...text].findIndex((letter, index) => other[index] !== letter);
    return end < 0 ? text.length : end;
  };
  const alike = locations
    .map((location) => ({ location, length: shared(location) }))
    .filter(({ length }) => length > 0);
  return alike
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_CANDIDATES)
    .map(({ location }) => location);
}
