import { HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError, type FieldError } from '#libs/core/errors/domain-error';
import { isAbortedUpload, unavailability } from '#libs/core/errors/postgres-errors';
import { preferredLanguage, varyByLanguage } from '#libs/core/languages/accept-language';
import { titleOf } from '#libs/core/languages/say';
import { problemPage } from '#libs/core/errors/problem-page';
import { PAGE_POLICY } from '#libs/core/pages/page';
import { PROBLEMS, type ProblemCode, statusOf } from '#libs/core/errors/problem-codes';

/** A problem document of RFC 9457, with Lodge's code, field errors and the code's own members. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  errors: FieldError[];
  [member: string]: unknown;
}

const RETRY_SECONDS: Partial<Record<ProblemCode, number>> = {
  dependency_unavailable: 2,
  overloaded: 2,
  idempotency_in_progress: 1,
  job_timeout: 5,
};

const MOST_DETAIL = 4_000;
const MOST_POINTER = 1_000;
const clipped = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The members that describe an error; the error of one row among many consists of these. */
export const detailsOf = (error: DomainError) => ({
  code: error.code,
  title: PROBLEMS[error.code][1],
  status: statusOf(error.code),
  // What was sent may be quoted here, and it may be long.
  detail: clipped(error.detail, MOST_DETAIL),
  errors: error.errors.map((each) => ({ ...each, pointer: clipped(each.pointer, MOST_POINTER) })),
  ...error.members,
});

/** Builds the document of an error. `instance` is the request id. */
export function problemOf(error: DomainError, publicUrl: string, requestId: string): Problem {
  const { title, status, detail, ...more } = detailsOf(error);
  // The sentence for people comes before the members for programs.
  return { type: `${publicUrl}/problems/${error.code}`, title, status, detail, instance: requestId, ...more };
}

const FASTIFY_ERRORS: Record<string, () => DomainError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new DomainError('unsupported_media_type', 'Send Content-Type: application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new DomainError('payload_too_large', 'The body is larger than this operation accepts.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new DomainError('malformed_json', 'The body is empty.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new DomainError('malformed_json', 'The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new DomainError('malformed_json', 'Content-Length differs from the body.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new DomainError('not_found', 'No id is that long.'),
  FST_ERR_BAD_URL: () => new DomainError('not_found', 'The path is not well-formed.'),
};

const BY_STATUS: Record<number, ProblemCode> = {
  400: 'malformed_json',
  401: 'unauthenticated',
  403: 'not_found',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Anything thrown, as a fact that may be shown; what is unknown becomes `internal_error` without internals. */
export function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const known = FASTIFY_ERRORS[(error as { code?: string } | null)?.code ?? ''];
  if (known) return known();
  if (isAbortedUpload(error)) return new DomainError('malformed_json', 'The body broke off before its end.');
  const unavailable = unavailability(error);
  if (unavailable) return new DomainError('dependency_unavailable', unavailable);
  return (
    clientErrorOf(error) ??
    new DomainError('internal_error', 'Lodge could not answer. The error is in its log under this instance.')
  );
}

function clientErrorOf(error: unknown): DomainError | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
  const code = BY_STATUS[status ?? 0];
  return code && new DomainError(code, code === 'not_found' ? 'There is nothing at this path.' : PROBLEMS[code][2]);
}

/** The headers and the body of a problem document, its title in the language of the caller, with Retry-After where its code has one. */
export function writtenProblem(
  problem: Problem,
  acceptLanguage: string | undefined,
): { headers: Record<string, string>; body: string } {
  const seconds = RETRY_SECONDS[problem.code];
  const language = preferredLanguage(acceptLanguage) ?? 'en';
  const headers = {
    ...(seconds && { 'retry-after': String(seconds) }),
    'content-language': language === 'en' ? 'en' : `${language}, en`,
    'content-type': 'application/problem+json; charset=utf-8',
  };
  return { headers, body: JSON.stringify({ ...problem, title: titleOf(problem.code, language) }) };
}

/** Sends a problem document; to a browser in which somebody opened the address, the same as a page. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { method, headers: asked } = reply.request;
  const language = preferredLanguage(asked['accept-language']) ?? 'en';
  const { headers, body } = writtenProblem(problem, asked['accept-language']);
  varyByLanguage(reply).status(problem.status).headers(headers);
  // Only a browser says that, of an address in its bar or a link that was followed.
  if (method !== 'GET' || asked['sec-fetch-dest'] !== 'document') return reply.send(body);
  const page = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };
  const shown = { ...problem, title: titleOf(problem.code, language) };
  return reply.headers({ ...page, 'cache-control': 'no-store' }).send(problemPage(shown, language));
}
