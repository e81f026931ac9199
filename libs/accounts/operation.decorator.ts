import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension, ApiOkResponse, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ACCESS_RULE, type AccessRule } from '#libs/core/http/access';
import { PROBLEMS, type ProblemCode, statusOf } from '#libs/core/errors/problem-codes';
import { ProblemResponse } from '#libs/core/errors/problem.dto';
import { PERMISSIONS, type Permission } from '#libs/accounts/permissions';

/** Carries the example until the document is made, which puts it where OpenAPI wants it. */
export const BODY_EXAMPLE = 'x-body-example';

interface OperationOptions {
  summary: string;
  description?: string;
  /** A permission in the site that the request names, or who else may call. */
  access: Permission | 'public' | 'session' | 'owner';
  /** A class, a list of one, or the content type of an answer that is a file. */
  answers: Type | [Type] | string;
  errors?: ProblemCode[];
  /** A body that works as it stands against the demo data. */
  example?: object;
  /** True for what the interface description does not list. */
  addition?: boolean;
}

const ruleOf = (access: OperationOptions['access']): AccessRule =>
  access === 'public' || access === 'session' || access === 'owner'
    ? { kind: access }
    : { kind: 'site', permission: access };

/** Everything an operation says of itself: its summary, who may call it, what it answers and how it can fail. */
export function Operation(options: OperationOptions): MethodDecorator {
  const rule = ruleOf(options.access);
  return applyDecorators(
    HttpCode(200),
    SetMetadata(ACCESS_RULE, rule),
    ApiOperation({ summary: options.summary, description: describe(options, rule) }),
    describeAnswer(options.answers),
    ApiExtension('x-permission', rule.kind === 'site' ? rule.permission : rule.kind),
    ApiExtension('x-addition', options.addition ?? false),
    ...(options.example ? [ApiExtension(BODY_EXAMPLE, options.example)] : []),
    ...(rule.kind === 'public' ? [] : [ApiCookieAuth('session')]),
    ...problemResponses([...standardErrors(rule), ...(options.errors ?? [])]),
  );
}

function describeAnswer(answers: OperationOptions['answers']): MethodDecorator {
  if (typeof answers === 'string')
    return ApiOkResponse({ content: { [answers]: { schema: { type: 'string', format: 'binary' } } } });
  return Array.isArray(answers) ? ApiOkResponse({ type: answers[0], isArray: true }) : ApiOkResponse({ type: answers });
}

function describe({ description, addition }: OperationOptions, rule: AccessRule): string {
  const who = {
    public: 'Needs no session.',
    session: 'Needs a session.',
    owner: 'For the owner of the installation.',
    site:
      rule.kind === 'site'
        ? `Needs \`${rule.permission}\` in the site: ${PERMISSIONS[rule.permission as Permission].join(', ')}.`
        : '',
  }[rule.kind];
  return [description, who, addition ? 'An addition to the base interface.' : ''].filter(Boolean).join('\n\n');
}

function standardErrors(rule: AccessRule): ProblemCode[] {
  const any: ProblemCode[] = ['validation_failed', 'internal_error', 'dependency_unavailable'];
  const signedIn: ProblemCode[] = ['unauthenticated', 'session_expired'];
  const inSite: ProblemCode[] = ['forbidden', 'not_found'];
  return [
    ...any,
    ...(rule.kind === 'public' ? [] : signedIn),
    ...(rule.kind === 'site' ? inSite : rule.kind === 'owner' ? ['forbidden' as const] : []),
  ];
}

function problemResponses(codes: ProblemCode[]): MethodDecorator[] {
  const distinct = [...new Set(codes)];
  return [...new Set(distinct.map(statusOf))].map((status) =>
    ApiResponse({
      status,
      description: distinct
        .filter((code) => statusOf(code) === status)
        .map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`)
        .join('; '),
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemResponse) } } },
    }),
  );
}
