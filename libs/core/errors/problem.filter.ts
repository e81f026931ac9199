import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { domainErrorOf, problemOf, sendProblem } from '#libs/core/errors/problem';
import { statusOf } from '#libs/core/errors/problem-codes';
import { requestContext } from '#libs/core/logging/request-context';
import { allowedMethods } from '#libs/core/http/route-table';

/** An error that may be told to the caller: the refusal, if the session is not confirmed. */
async function confirmedError(thrown: unknown): Promise<unknown> {
  try {
    await requestContext()?.confirm?.();
    return thrown;
  } catch (refusal) {
    return refusal;
  }
}

/** Turns every error into a problem document. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('problems');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    const cause = await confirmedError(thrown);
    const error = this.wrongMethod(domainErrorOf(cause), request, reply);
    if (statusOf(error.code) >= 500) this.logger.error({ err: cause, request_id: request.id, code: error.code });
    // The rest of the body would still come.
    if (error.code === 'request_timeout') reply.header('connection', 'close');
    await sendProblem(reply, problemOf(error, this.config.PUBLIC_URL, request.id));
  }

  private wrongMethod(error: DomainError, request: FastifyRequest, reply: FastifyReply): DomainError {
    if (error.code !== 'not_found' || !request.is404) return error;
    const methods = allowedMethods(request.server, request.url);
    if (methods.length === 0 || methods.includes(request.method as never)) return error;
    reply.header('allow', methods.join(', '));
    return new DomainError('method_not_allowed', `This path answers ${methods.join(', ')}.`);
  }
}
