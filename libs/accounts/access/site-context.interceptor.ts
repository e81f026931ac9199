import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { withinRequest } from '#libs/core/logging/request-context';
import type { AccessRequest } from '#libs/accounts/access/access';

/**
 * Everything from here on knows its request and the site of it. The hook at the beginning of a request is not enough: what follows a body
 * that arrives in parts is called by its last part.
 */
@Injectable()
export class SiteContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { id, user } = context.switchToHttp().getRequest<AccessRequest>();
    return new Observable((subscriber) =>
      withinRequest({ id, siteId: user?.access?.site.id }, () => next.handle().subscribe(subscriber)),
    );
  }
}
