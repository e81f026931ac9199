import type { FastifyInstance } from 'fastify';

/** A response that is JSON already. `Body` is what it holds. */
export class JsonText<Body = unknown> {
  declare protected readonly body: Body;

  constructor(readonly text: string) {}
}

/** Sends a `JsonText` as it is, and anything else as its JSON. */
export const sendJsonTexts = (server: FastifyInstance): FastifyInstance =>
  server.setReplySerializer((payload) => (payload instanceof JsonText ? payload.text : JSON.stringify(payload)));
