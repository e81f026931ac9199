/** Something that keeps Lodge from starting here: one sentence with the cause and what to do. */
export class LocalError extends Error {}
