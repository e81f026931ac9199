import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

/** Adds to what hooks can read of a route; the library's own decorator would replace what another one has said. */
export const RouteSettings =
  (settings: object): MethodDecorator =>
  (target, key, descriptor) => {
    const method = descriptor.value as object;
    const before = (Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, method) ?? {}) as object;
    RouteConfig({ ...before, ...settings })(target, key, descriptor);
  };
