/** Who a credential says that its caller is, at a time when the database cannot be asked whether it still counts. */
export interface Claim {
  userId?: string;
  /** The SHA-256 of an API key, in hexadecimal digits. */
  keyHash?: string;
  /** How the request was refused, and is unless something is kept for it. */
  refusal: unknown;
}
