import type { FastifyInstance, RouteOptions } from 'fastify';
import findMyWay from 'find-my-way';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Router = ReturnType<typeof findMyWay>;
const routers = new WeakMap<object, Router>();

/** Remembers every route, to distinguish a path with another method from an unknown path. */
export function watchRoutes(server: FastifyInstance): void {
  const router = findMyWay({ ignoreTrailingSlash: true });
  routers.set(server.server, router);
  server.addHook('onRoute', (route: RouteOptions) => {
    for (const method of METHODS.filter((each) => [route.method].flat().includes(each))) {
      if (!router.hasRoute(method, route.url)) router.on(method, route.url, () => undefined);
    }
  });
}

/** The methods that a URL has; empty when nothing is there. */
export function allowedMethods(server: FastifyInstance, url: string): string[] {
  const router = routers.get(server.server);
  const path = url.split('?')[0] ?? '/';
  return router ? METHODS.filter((method) => router.find(method, path) !== null) : [];
}
