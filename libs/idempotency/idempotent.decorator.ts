import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { IdempotencyInterceptor } from '#libs/idempotency/idempotency.interceptor';

const KEY = { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' };

/** The operation honours the header `Idempotency-Key`. */
export const Idempotent = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Makes it safe to send the request again: for 30 days the same key with the same body returns the same ' +
        'response, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the ' +
        'first is still ' +
        'running 409 `idempotency_in_progress`; if the response named a person who was erased since, 410 ' +
        '`answer_erased`. Failures are not stored.',
      schema: KEY,
    }),
  );

/** The operation has the same effect when it is repeated, so that it accepts `Idempotency-Key` and needs none. */
export const RepeatableAnyway = (): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Accepted and not needed: a repeated request returns the current state and does nothing twice.',
    schema: KEY,
  });
