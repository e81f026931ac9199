import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { AccessRequest } from '#libs/accounts/access/access';
import { IdempotencyService } from '#libs/idempotency/idempotency.service';

/** Stands around a route that honours `Idempotency-Key`. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: IdempotencyService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const key = request.headers['idempotency-key'];
    const access = request.user?.access;
    // Without a site there is nothing to scope the key by; the validation refuses such a request.
    if (key === undefined || !access) return next.handle();
    const scope = {
      siteId: access.site.id,
      userId: access.caller.userId,
      operation: `${request.method} ${request.routeOptions.url ?? ''}`,
      key: String(key),
    };
    const sent = { params: request.params, body: request.body ?? null, ifMatch: request.headers['if-match'] ?? null };
    const answer = this.idempotency.once(scope, sent, () => lastValueFrom(next.handle()));
    return from(
      answer.then(({ body, replayed }) => {
        if (replayed) context.switchToHttp().getResponse<FastifyReply>().header('idempotent-replayed', 'true');
        return body;
      }),
    );
  }
}
