import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import {
  ApiBearerAuth,
  ApiCookieAuth,
  ApiExtension,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { ACCESS_RULE, type AccessRule } from '#libs/core/http/access';
import { RouteSettings } from '#libs/core/http/route-settings';
import { PROBLEMS, type ProblemCode, statusOf } from '#libs/core/errors/problem-codes';
import { ProblemResponse } from '#libs/core/errors/problem.dto';
import { problemContent } from '#libs/core/errors/problem-examples';
import { confirmed } from '#libs/accounts/access/assumed-access';
import { OPERATION_LIMIT, type OperationLimit } from '#libs/accounts/limits/rate-limits';
import { PERMISSIONS, type Permission } from '#libs/accounts/access/permissions';
import type { GuardedRoute } from '#libs/accounts/access/admission';

/** Carries the example until the document is made, which puts it where OpenAPI wants it. */
export const BODY_EXAMPLE = 'x-body-example';

interface OperationOptions {
  /** Its name in the generated clients, where that is not the one of the controller and the method. */
  operationId?: string;
  summary: string;
  description?: string;
  /** A permission in the site that the request names, or who else may call. */
  access: Permission | Exclude<AccessRule['kind'], 'site'>;
  /** It has something to show while the database is unavailable, and looks at the claim of the caller itself. */
  whileAway?: boolean;
  /** Its session is looked up while it reads. It changes nothing, and reads outside of transactions. */
  onlyReads?: boolean;
  /** The class of the response, a list of it, or the media type of a file. */
  response: Type | [Type] | string;
  /** Another media type that the file may have. */
  orFile?: string;
  /** The class of the response as JSON, when it may come in place of a file. */
  orResponse?: Type;
  /** A limit in addition to that of the session. */
  rateLimit?: OperationLimit;
  /** In addition to those of every operation, and of every body. */
  errors?: ProblemCode[];
  /** A body that works as it is against the demo data. */
  example?: object;
  /** True for what the interface description does not list. */
  addition?: boolean;
}

const ruleOf = ({ access, whileAway, onlyReads }: OperationOptions): AccessRule =>
  access === 'public' || access === 'session' || access === 'session_or_key' || access === 'owner'
    ? { kind: access }
    : { kind: 'site', permission: access, ...(whileAway && { whileAway }), ...(onlyReads && { onlyReads }) };

/** The description of an operation: its summary, who may call it, what it returns and how it can fail. */
export function Operation(options: OperationOptions): MethodDecorator {
  const rule = ruleOf(options);
  const described = applyDecorators(
    HttpCode(200),
    SetMetadata(ACCESS_RULE, rule),
    RouteSettings({ access: rule, limit: options.rateLimit } satisfies GuardedRoute),
    ...(options.rateLimit ? [SetMetadata(OPERATION_LIMIT, options.rateLimit)] : []),
    ApiOperation({ operationId: options.operationId, summary: options.summary, description: describe(options, rule) }),
    ...responseOf(options),
    ApiExtension('x-permission', rule.kind === 'site' ? rule.permission : rule.kind),
    ApiExtension('x-addition', options.addition ?? false),
    ...(options.example ? [ApiExtension(BODY_EXAMPLE, options.example)] : []),
    ...(rule.kind === 'public' ? [] : credentials(rule)),
  );
  return (target, name, descriptor: PropertyDescriptor) => {
    if (options.onlyReads) descriptor.value = confirmed(descriptor.value as never);
    const ofBody: ProblemCode[] = takesBody(target, name) ? ['malformed_json', 'unknown_field'] : [];
    const errors = [...standardErrors(rule, options.rateLimit), ...ofBody, ...(options.errors ?? [])];
    for (const decorate of [described, ...problemResponses(errors)]) decorate(target, name, descriptor);
  };
}

// The decorators of parameters run before those of their method.
function takesBody(target: object, name: string | symbol): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

function responseOf({ response, orFile, orResponse }: OperationOptions): MethodDecorator[] {
  if (typeof response !== 'string') {
    const [type, isArray] = Array.isArray(response) ? [response[0], true] : [response, false];
    return [ApiOkResponse({ type, isArray })];
  }
  const schema = { type: 'string', format: 'binary', maxLength: 2_147_483_647 };
  const types = [response, ...(orFile ? [orFile] : [])];
  const files = Object.fromEntries(types.map((type) => [type, { schema }]));
  if (!orResponse) return [ApiProduces(...types), ApiOkResponse({ content: files })];
  const json = { schema: { $ref: getSchemaPath(orResponse) } };
  return [
    ApiExtraModels(orResponse),
    ApiProduces(response, 'application/json'),
    ApiOkResponse({ content: { [response]: { schema }, 'application/json': json } }),
  ];
}

const LIMIT_TEXTS: Record<OperationLimit, string> = {
  log_in: 'Limited by address, together with log-ins and password resets.',
  renewal: 'Limited by address.',
  feed: 'Limited by address.',
  bulk: 'Limited together with the other bulk and import operations of the user.',
  pdf: 'Limited together with the other documents of the user.',
};

function describe({ description, addition, rateLimit }: OperationOptions, rule: AccessRule): string {
  const who = {
    public: 'Needs no session.',
    session: 'Needs a session; an API key is not enough.',
    session_or_key: 'Needs a session or an API key.',
    owner: 'For the owner of the installation.',
    site:
      rule.kind === 'site'
        ? `Needs \`${rule.permission}\` in the site: ${PERMISSIONS[rule.permission as Permission].join(', ')}.`
        : '',
  }[rule.kind];
  const limit = rateLimit && LIMIT_TEXTS[rateLimit];
  return [description, who, limit, addition ? 'An addition to the base interface.' : ''].filter(Boolean).join('\n\n');
}

function standardErrors(rule: AccessRule, limit?: OperationLimit): ProblemCode[] {
  const any: ProblemCode[] = ['validation_failed', 'internal_error', 'dependency_unavailable'];
  const signedIn: ProblemCode[] = ['unauthenticated', 'session_expired', 'rate_limited'];
  const inSite: ProblemCode[] = ['invalid_query', 'forbidden', 'not_found'];
  return [
    ...any,
    ...(rule.kind !== 'public' ? signedIn : limit ? ['rate_limited' as const] : []),
    ...(rule.kind === 'site' ? inSite : rule.kind === 'owner' || rule.kind === 'session' ? ['forbidden' as const] : []),
  ];
}

const credentials = (rule: AccessRule): (ClassDecorator & MethodDecorator)[] => [
  ApiCookieAuth('session'),
  ...(rule.kind === 'session' || rule.kind === 'owner' ? [] : [ApiBearerAuth('api_key')]),
];

function problemResponses(codes: ProblemCode[]): MethodDecorator[] {
  const distinct = [...new Set(codes)];
  return [...new Set(distinct.map(statusOf))].map((status) => {
    const ofStatus = distinct.filter((code) => statusOf(code) === status);
    return ApiResponse({
      status,
      description: ofStatus.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('; '),
      content: problemContent({ $ref: getSchemaPath(ProblemResponse) }, ofStatus),
    });
  });
}
