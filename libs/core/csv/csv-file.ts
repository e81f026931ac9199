import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { normalized } from '#libs/core/text/normalized';

/** The part of a file name that says whose it is: ASCII letters, digits and hyphens. */
export const fileNamePart = (name: string): string =>
  normalized(name, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60) || 'site';

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE };

/** Sends a file to save, in the format that its name ends with. HEAD gets only the headers, and no length, because it is unknown before the end. */
export async function sendFile(
  reply: FastifyReply,
  name: `${string}.${ExportFormat}`,
  open: () => Promise<Readable>,
): Promise<void> {
  reply
    .header('content-type', TYPES[name.endsWith('.xlsx') ? 'xlsx' : 'csv'])
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  await reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : await open());
}
