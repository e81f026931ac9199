import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { normalized } from '#libs/core/text/normalized';

/** The part of a file name that says whose it is: ASCII letters, digits and hyphens. */
export const fileNamePart = (name: string): string =>
  normalized(name, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60) || 'site';

/** Sends a CSV file to save. HEAD gets the headers only, and no length, since nobody knows it before the end. */
export async function sendCsv(reply: FastifyReply, name: string, open: () => Promise<Readable>): Promise<void> {
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  await reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : await open());
}
