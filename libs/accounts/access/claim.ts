/** The caller that a credential claims, while the database cannot confirm that it is still valid. */
export interface Claim {
  userId?: string;
  /** The SHA-256 of an API key, in hexadecimal digits. */
  keyHash?: string;
  /** How the request was refused, and is unless something is kept for it. */
  refusal: unknown;
}
