import type { Companion } from '#libs/core/database/companion';
import { type RequestContext, requestContext } from '#libs/core/logging/request-context';
import { SiteAccess } from '#libs/accounts/access/access';
import type { PrincipalRow } from '#libs/accounts/access/principals.queries';

/** What the session of a caller really allows; undefined when that is what was assumed. @throws DomainError */
type Correction = (found: PrincipalRow | undefined) => SiteAccess | undefined;

/**
 * Lets a request begin with what was found of its session last time. The session is looked up together with the first statement of the
 * request, and the caller learns nothing before it is confirmed.
 */
export function assumeAccess(context: RequestContext, lookUp: Companion<PrincipalRow>, correct: Correction): void {
  context.companion = lookUp;
  context.confirm = async () => correct((await lookUp.rows())[0]);
}

type Method = (this: unknown, ...given: unknown[]) => Promise<unknown>;

/** A method of a controller that may begin with an assumption, because it only reads: it reads again if that was wrong. */
export function confirmed(method: Method): Method {
  async function confirming(this: unknown, ...given: unknown[]): Promise<unknown> {
    const confirm = requestContext()?.confirm as (() => Promise<SiteAccess | undefined>) | undefined;
    if (!confirm) return method.apply(this, given);
    let result: unknown;
    try {
      result = await method.apply(this, given);
    } catch (error) {
      // It may come of the assumption.
      if (!(await confirm())) throw error;
    }
    const access = await confirm();
    if (!access) return result;
    return method.apply(
      this,
      given.map((each) => (each instanceof SiteAccess ? access : each)),
    );
  }
  // The operation is called by it in the OpenAPI document.
  return Object.defineProperty(confirming, 'name', { value: method.name });
}
