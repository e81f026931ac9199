import type { ProblemCode } from '#libs/core/errors/problem-codes';

/** One faulty field: a JSON Pointer into the body, or the name of a query parameter. */
export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

/** A domain error that refuses a request. The problem filter turns it into the response. */
export class DomainError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly members: Record<string, unknown> = {},
    readonly errors: FieldError[] = [],
  ) {
    super(detail);
  }
}

/** Something that this machine lacks. Unlike an unavailable dependency, it does not come back by waiting. */
export class NotInstalled extends DomainError {
  constructor(detail: string) {
    super('dependency_unavailable', detail);
  }
}

export class NotFound extends DomainError {
  constructor(what = 'The record') {
    super('not_found', `${what} does not exist, or you have no access to it.`);
  }
}

/** A name as it is written in a JSON pointer (RFC 6901). */
export const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The error of a part of a request, as an error of the whole request in which the part is at `pointer`. */
export const errorWithin = (pointer: string, { code, detail, members, errors }: DomainError): DomainError =>
  new DomainError(
    code,
    // A sentence that begins with the name of the field.
    errors[0] && detail.startsWith(`${errors[0].pointer} `) ? pointer + detail : detail,
    members,
    errors.map((error) => ({ ...error, pointer: pointer + error.pointer })),
  );

/** A reference inside a body that leads nowhere in this site. */
export class UnknownReference extends DomainError {
  constructor(references: { pointer: string; what: string }[]) {
    const errors = references.map(({ pointer, what }) => ({
      pointer,
      code: 'unknown_reference',
      detail: `There is no such ${what} in this site.`,
    }));
    super('unknown_reference', errors.map((error) => `${error.pointer}: ${error.detail}`).join(' '), {}, errors);
  }
}

/** A single field whose value breaks a rule that needs more than the field's shape. */
/** One field that is invalid. `detail` continues a sentence that begins with its name, unless it is one itself. */
export class InvalidField extends DomainError {
  constructor(code: ProblemCode, pointer: string, detail: string) {
    super(code, /^\p{Lu}/u.test(detail) ? detail : `${pointer} ${detail}`, {}, [{ pointer, code, detail }]);
  }
}

export class VersionMismatch extends DomainError {
  constructor(current: number) {
    super('version_mismatch', `The record is at version ${current} now.`, { current_version: current });
  }
}
