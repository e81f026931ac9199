import { RouteConfig } from '@nestjs/platform-fastify';
import type { RouteOptions } from 'fastify';

const LARGE = 16 * 1_048_576;

/** A route that accepts bodies of up to 16 MiB. */
export const LargeBody = (): MethodDecorator => RouteConfig({ large: true });

export function acceptLargeBodies(route: RouteOptions): void {
  if ((route.config as { large?: boolean } | undefined)?.large) route.bodyLimit = LARGE;
}
