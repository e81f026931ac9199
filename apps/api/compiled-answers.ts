import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describeApi } from '#apps/api/docs';

/** Operations whose answers are large or frequent enough for a serializer of their own. */
const HOT = ['/bookings', '/bookings/{bookingId}'];

/**
 * Lets Fastify compile the serializers of hot answers, from the classes that describe them. Call it before the routes
 * are made.
 */
export function compileAnswers(app: NestFastifyApplication): void {
  const document = describeApi(app);
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRoute', (route: RouteOptions) => {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const answer = route.method === 'GET' && HOT.includes(path) ? answerOf(document, path) : undefined;
    if (answer) route.schema = { ...route.schema, response: { 200: answer } };
  });
}

function answerOf(document: OpenAPIObject, path: string): unknown {
  const answer = document.paths[path]?.get?.responses['200'];
  const schema = answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
  return resolved(schema, document);
}

/** A schema with what it refers to in its place. */
function resolved(schema: unknown, document: OpenAPIObject): unknown {
  if (Array.isArray(schema)) return schema.map((each) => resolved(each, document));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  const name = $ref?.split('/').at(-1);
  if (name) return resolved(document.components?.schemas?.[name], document);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value, document)]));
}
