import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { fingerprintOf } from '#libs/core/text/fingerprint';
import { newId } from '#libs/core/http/ids';
import { localDate } from '#libs/core/time/site-time';
import { mapWithYield } from '#libs/core/async/with-yield';
import { insertJob, removeJob } from '#libs/jobs/jobs.queries';
import { Headers } from '#libs/booking-import/columns';
import type { CommitRequest } from '#libs/booking-import/booking-import.dto';
import { dateEvidenceOf } from '#libs/booking-import/date-evidence';
import { styleOf } from '#libs/booking-import/declared';
import { findDateOrder, findImportByKey, insertImport, insertRows } from '#libs/booking-import/imports.queries';
import { withResolutions } from '#libs/booking-import/rows-and-resolutions';
import { storable } from '#libs/booking-import/storable';

export const IMPORT_KIND = 'booking_import';

type Commit = Omit<CommitRequest, 'site'>;

/** The import of a key, which may have been there before. */
export interface AcceptedImport {
  id: string;
  isNew: boolean;
}

/**
 * Writes an import down with all its rows, for a worker to do, or finds the one that its key was used for.
 * @throws InvalidField `idempotency_key_reused`, DomainError `validation_failed`
 */
export async function acceptImport(
  database: Database,
  access: SiteAccess,
  request: Commit,
  now: Date,
): Promise<AcceptedImport> {
  const { idempotency_key: key, ...body } = request;
  const fingerprint = fingerprintOf(body);
  const find = () => findImportByKey(database, access.site.id, access.caller.userId, key);
  const known = await find();
  const isNew = known === undefined && (await writeDown(database, access, request, fingerprint, now));
  const record = known ?? (await find());
  if (!record) throw new Error('the import was not written');
  if (record.fingerprint !== fingerprint)
    throw new InvalidField('idempotency_key_reused', '/idempotency_key', 'was sent with other rows or resolutions');
  return { id: record.id, isNew };
}

/** False when another request did so first. */
async function writeDown(
  database: Database,
  { site, caller, role, keyRole }: SiteAccess,
  { idempotency_key: key, rows: given, resolutions, ...declared }: Commit,
  fingerprint: string,
  now: Date,
): Promise<boolean> {
  const headers = new Headers(declared.columns);
  const rows = await mapWithYield(withResolutions(given, resolutions), (row) => storable(row, headers));
  const evidence = await dateEvidenceOf(given, headers, localDate(now, site.timeZone));
  const [siteId, id] = [site.id, newId()];
  const { userId, requestId, apiKey } = caller;
  const by = { userId, role, apiKeyId: apiKey?.id ?? null, keyRole: keyRole ?? null };
  return database.transaction(async (tx) => {
    const resultUrl = `/bookings/imports/${id}?site=${siteId}`;
    const total = rows.length;
    const dates = styleOf(evidence.style(await findDateOrder(tx, siteId)), declared);
    await insertJob(tx, { siteId, id, kind: IMPORT_KIND, total, resultUrl, createdBy: userId, requestId });
    const isFirst = await insertImport(tx, { siteId, id, ...by, key, fingerprint, now, dates });
    if (!isFirst) {
      await removeJob(tx, siteId, id);
      return false;
    }
    await insertRows(tx, siteId, id, rows);
    const changes = [{ field: 'rows', from: null, to: total }];
    await recordAudit(tx, caller, now, {
      siteId,
      action: 'import.started',
      subjectKind: 'import',
      subjectId: id,
      changes,
    });
    return true;
  });
}
