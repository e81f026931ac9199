import { workerData } from 'piscina';
import { SiteAccess } from '#libs/accounts/access/access';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import type { Database } from '#libs/core/database/database';
import { pipelined } from '#libs/core/database/transaction';
import { openDatabase } from '#libs/core/database/open-database';
import type { DomainError } from '#libs/core/errors/domain-error';
import { domainErrorOf } from '#libs/core/errors/problem';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';
import type { Declared } from '#libs/booking-import/columns/declared';
import { acceptImport } from '#libs/booking-import/commit/accept-import';
import { keepPreview } from '#libs/booking-import/preview/previews.queries';
import { rowsFile } from '#libs/booking-import/commit/rows-file';
import { previewImport } from '#libs/booking-import/preview/preview';
import { requireRows } from '#libs/booking-import/resolutions/rows-and-resolutions';
import { decodedRows } from '#libs/booking-import/columns/undecoded';
import { warmUpOn } from '#libs/booking-import/warm-up';

export interface ThreadSettings {
  databaseUrl: string;
  connections: number;
}

/** What a thread is given; rows and resolutions are JSON. */
export interface Task {
  access: Pick<SiteAccess, 'caller' | 'site' | 'role' | 'keyRole'>;
  now: Date;
  rows: string;
  key?: string;
  previewId?: string | undefined;
  resolutions?: string | undefined;
  declared: Declared;
}

/** Asks for the rows of an import as a file. */
export interface RowsTask extends Pick<Task, 'access' | 'now'> {
  importId: string;
  format: ExportFormat;
}

/** What it returns: a domain error is a value, anything else is thrown. */
export type Answer = { value: unknown } | { error: Pick<DomainError, 'code' | 'detail' | 'members' | 'errors'> };

let opened: Promise<Database> | undefined;
let isAsked = false;

/** The connections of this thread; one that could not be opened is opened anew the next time. */
function database(): Promise<Database> {
  const { databaseUrl, connections } = workerData as ThreadSettings;
  opened ??= openDatabase(databaseUrl, connections).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

export const preview = ({ access, now, rows, declared }: Task): Promise<Answer> =>
  answered(async () => {
    const { site, caller } = access;
    const given = JSON.parse(rows) as BookingImportRowRequest[];
    requireRows(given);
    const read = await decodedRows(await database(), site.id, given, declared);
    const { answer, readWith, found } = await previewImport(
      await database(),
      accessOf(access),
      read.rows,
      read.declared,
      now,
    );
    const kept = {
      rows: read.rows === given ? rows : JSON.stringify(read.rows),
      declared: read.declared,
      readWith,
      found,
    };
    const ids = { siteId: site.id, id: answer.preview_id, userId: caller.userId };
    // It is packed and stored by others while this thread writes the answer.
    const keeping = pipelined(keepPreview(await database(), { ...ids, now, ...kept }));
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    await keeping;
    return bytes;
  });

export const accept = ({ access, now, key = '', previewId, rows, resolutions, declared }: Task): Promise<Answer> =>
  answered(async () => {
    const request = {
      ...declared,
      idempotency_key: key,
      ...(previewId === undefined
        ? { rows: JSON.parse(rows) as BookingImportRowRequest[] }
        : { preview_id: previewId }),
      ...(resolutions !== undefined && { resolutions: JSON.parse(resolutions) as ResolutionRequest[] }),
    };
    return acceptImport(await database(), accessOf(access), request, now);
  });

export const rows = ({ access, now, importId, format }: RowsTask): Promise<Answer> =>
  answered(async () => new Uint8Array(await rowsFile(await database(), accessOf(access), { importId, format, now })));

export async function warmUp(): Promise<Answer> {
  await warmUpOn(await database(), () => isAsked);
  return { value: null };
}

const accessOf = ({ caller, site, role, keyRole }: Task['access']) => new SiteAccess(caller, site, role, keyRole);

async function answered(work: () => Promise<unknown>): Promise<Answer> {
  isAsked = true;
  try {
    return { value: await work() };
  } catch (error) {
    const refusal = domainErrorOf(error);
    if (refusal.code === 'internal_error') throw error;
    const { code, detail, members, errors } = refusal;
    return { error: { code, detail, members, errors } };
  }
}
