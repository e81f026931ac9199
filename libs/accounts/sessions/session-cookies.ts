import type { FastifyReply } from 'fastify';
import type { Config } from '#libs/core/config/config';

// A browser accepts the __Host- prefix only with Secure, Path=/ and no Domain.
export const accessCookie = (config: Config): string => (config.COOKIE_SECURE ? '__Host-lodge_access' : 'lodge_access');
// Its path is not /, so that it cannot be __Host-; this prefix keeps pages without TLS from planting one.
export const refreshCookie = (config: Config): string =>
  config.COOKIE_SECURE ? '__Secure-lodge_refresh' : 'lodge_refresh';
const REFRESH_PATH = '/users/sessions';

export function setAccess(reply: FastifyReply, config: Config, token: string): void {
  const maxAge = config.SESSION_ACCESS_MINUTES * 60;
  reply.setCookie(accessCookie(config), token, {
    httpOnly: true,
    secure: config.COOKIE_SECURE,
    sameSite: 'lax',
    path: '/',
    maxAge,
  });
}

export function setRefresh(reply: FastifyReply, config: Config, token: string): void {
  const maxAge = config.SESSION_ABSOLUTE_DAYS * 86_400;
  reply.setCookie(refreshCookie(config), token, {
    httpOnly: true,
    secure: config.COOKIE_SECURE,
    sameSite: 'strict',
    path: REFRESH_PATH,
    maxAge,
  });
}

export function clearSession(reply: FastifyReply, config: Config): void {
  reply.clearCookie(accessCookie(config), { httpOnly: true, secure: config.COOKIE_SECURE, sameSite: 'lax', path: '/' });
  reply.clearCookie(refreshCookie(config), {
    httpOnly: true,
    secure: config.COOKIE_SECURE,
    sameSite: 'strict',
    path: REFRESH_PATH,
  });
}
