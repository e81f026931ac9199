import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { fingerprintOf } from '#libs/core/text/fingerprint';
import { isId, newId } from '#libs/core/http/ids';
import { mapWithYield } from '#libs/core/async/with-yield';
import { insertJob, removeJob } from '#libs/jobs/jobs.queries';
import type { BookingImportRowRequest, CommitRequest } from '#libs/booking-import/booking-import.dto';
import { withCorrections } from '#libs/booking-import/resolutions/corrected-cells';
import { decidedRows } from '#libs/booking-import/resolutions/decision-columns';
import { withDoubts } from '#libs/booking-import/resolutions/kept-doubts';
import { bothDeclared, type Declared, declaredIn, rememberable } from '#libs/booking-import/columns/declared';
import type { GivenRow } from '#libs/booking-import/draft';
import { findImportByKey, insertImport, insertRows } from '#libs/booking-import/commit/imports.queries';
import { findMapping, type FullMapping, rememberMapping } from '#libs/booking-import/columns/mappings.queries';
import { PREVIEWED, type Previewed, type ReadWith } from '#libs/booking-import/preview/previewed';
import { findPreview } from '#libs/booking-import/preview/previews.queries';
import { readingOf } from '#libs/booking-import/columns/reading';
import { requireOneOfEach } from '#libs/booking-import/commit/one-of-each';
import { bothResolutions } from '#libs/booking-import/resolutions/one-decision';
import { requireRows, withResolutions } from '#libs/booking-import/resolutions/rows-and-resolutions';
import { decodedRows } from '#libs/booking-import/columns/undecoded';
import { type Seen, seenIn } from '#libs/booking-import/columns/seen-before';
import { sectioned } from '#libs/booking-import/columns/sections';
import { withSheet } from '#libs/booking-import/columns/sheets';
import { differingColumns, loneFields } from '#libs/booking-import/columns/lone-columns';
import { sanitizeRow } from '#libs/booking-import/rows/sanitize-row';

export const IMPORT_KIND = 'booking_import';

type Commit = Omit<CommitRequest, 'site'>;

/** The import of a key, which may have been there before. */
export interface AcceptedImport {
  id: string;
  isNew: boolean;
}

/**
 * Writes an import down with all its rows, for a worker to do, or finds the one that its key was used for.
 * @throws InvalidField `idempotency_key_reused`, DomainError `validation_failed`, `contradictory_decisions`
 */
export async function acceptImport(
  database: Database,
  access: SiteAccess,
  request: Commit,
  now: Date,
): Promise<AcceptedImport> {
  const { idempotency_key: key, ...body } = request;
  // Before all of it is read once more.
  if (body.rows) requireRows(body.rows);
  const fingerprint = fingerprintOf(body);
  const find = () => findImportByKey(database, access.site.id, access.caller.userId, key);
  const known = await find();
  const isNew = known === undefined && (await writeDown(database, access, await withRows(database, access, request, now), fingerprint, now)); // prettier-ignore
  const record = known ?? (await find());
  if (!record) throw new Error('the import was not written');
  if (record.fingerprint !== fingerprint)
    throw new InvalidField('idempotency_key_reused', '/idempotency_key', 'was sent with other rows or resolutions');
  return { id: record.id, isNew };
}

interface WholeCommit extends Omit<Commit, 'rows' | 'preview_id'> {
  rows: BookingImportRowRequest[];
  readWith?: ReadWith | undefined;
  found?: Record<number, Previewed> | undefined;
}

/** A commit with the rows of its preview, if it names one. @throws InvalidField `preview_expired` */
async function withRows(database: Database, { site }: SiteAccess, commit: Commit, now: Date): Promise<WholeCommit> {
  const { preview_id: previewId, rows, ...others } = commit;
  if (previewId === undefined) return { ...others, rows: rows ?? [] };
  const preview = isId(previewId) ? await findPreview(database, site.id, previewId, now) : undefined;
  if (!preview)
    throw new InvalidField('preview_expired', '/preview_id', 'is no preview of this site from the last 24 hours; preview the file again, or send its rows'); // prettier-ignore
  const more = declaredIn(others);
  const { declared: before, found, ...read } = preview;
  const declaresMore = Object.keys(more).length > 0;
  for (const each of declaresMore ? Object.values(found ?? {}) : []) each.declaresMore = true;
  // What it showed of them was read in another way.
  if (more.stay_end !== undefined && more.stay_end !== before.stay_end) for (const each of Object.values(found ?? {})) each.contract_end = null; // prettier-ignore
  return { ...others, ...bothDeclared(before, more), ...read, found };
}

const withPreviewed = (row: GivenRow, found: Record<number, Previewed> = {}): GivenRow => {
  const shown = found[row.row_index];
  return shown ? { ...row, values: { ...row.values, [PREVIEWED]: shown } } : row;
};

/** The notations for which a date order is known: those of the file for which it was declared, and of others with the same order. */
function notationsOf({ date_order: order }: Declared, notations: string[], known: FullMapping | undefined): string[] {
  const before = known?.seen?.notations ?? [];
  if (order === undefined) return before;
  return [...new Set([...(known?.declared.date_order === order ? before : []), ...notations])];
}

/** False when another request did so first. */
async function writeDown(
  database: Database,
  { site, caller, role, keyRole }: SiteAccess,
  { idempotency_key: key, rows: sent, resolutions, readWith, found, ...said }: WholeCommit,
  fingerprint: string,
  now: Date,
): Promise<boolean> {
  requireRows(sent);
  const { rows: given, declared } = await decodedRows(database, site.id, sent, said);
  const decided = decidedRows(given);
  const decisions = bothResolutions(decided.resolutions, decided.stated, resolutions);
  const resolved = withResolutions(decided.rows, decisions);
  requireOneOfEach(decisions, found);
  const reading = await readingOf(database, site, decided, declared, now, readWith);
  const { headers, dates } = reading;
  const statusWords = reading.declared.status_words ?? {};
  const lone = loneFields(differingColumns(decided.rows, headers));
  const lines = await sectioned(database, site.id, await withSheet(database, site, resolved, reading), headers);
  const cells = await mapWithYield(lines, (row) => withPreviewed(sanitizeRow(row, headers, lone(row.values)), found));
  const rows = await withDoubts(database, site.id, decided, await withCorrections(database, site.id, decided, cells));
  const [siteId, id] = [site.id, newId()];
  const { userId, requestId, apiKey } = caller;
  const by = { userId, role, apiKeyId: apiKey?.id ?? null, keyRole: keyRole ?? null };
  // That last days are departures is not remembered, but forgets that they were something else.
  const isDeclared = Object.keys(rememberable(declared)).length > 0 || declared.stay_end !== undefined;
  const known = isDeclared ? await findMapping(database, siteId, reading.names) : undefined;
  // What others declared since a preview is not forgotten, though this import is not read by it.
  const learnt = rememberable(known && readWith ? bothDeclared(known.declared, declared) : reading.declared);
  const seen: Seen = isDeclared ? seenIn(learnt, known?.seen, decided.rows) : {};
  if (learnt.date_order !== undefined) seen.notations = notationsOf(declared, reading.notations, known);
  return database.transaction(async (tx) => {
    const resultUrl = `/bookings/imports/${id}?site=${siteId}`;
    const total = rows.length;
    await insertJob(tx, { siteId, id, kind: IMPORT_KIND, total, resultUrl, createdBy: userId, requestId });
    const isFirst = await insertImport(tx, { siteId, id, ...by, key, fingerprint, now, dates, statusWords });
    if (!isFirst) {
      await removeJob(tx, siteId, id);
      return false;
    }
    await insertRows(tx, siteId, id, rows);
    if (isDeclared && (known ?? Object.keys(learnt)[0]) !== undefined)
      await rememberMapping(tx, { siteId, userId, headers: reading.names, declared: learnt, seen, now });
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
