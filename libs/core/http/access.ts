import { SetMetadata } from '@nestjs/common';

/**
 * The callers of an operation: everybody, everybody with a session (`session_or_key`: or an API key), the owner, or users who
 * have a permission in the site.
 */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'session_or_key' }
  | { kind: 'owner' }
  | {
      kind: 'site';
      permission: string;
      /** Something is kept for it, which a caller gets by what the credential claims while the database is unavailable. */
      whileAway?: boolean;
      /** It only reads, so that it may begin before the session is confirmed, and again if that has changed. */
      onlyReads?: boolean;
    };

export const ACCESS_RULE = 'lodge:access';

/** Marks an operation that needs no session. Each one is listed in the spec that walks all routes. */
export const Public = () => SetMetadata(ACCESS_RULE, { kind: 'public' } satisfies AccessRule);
