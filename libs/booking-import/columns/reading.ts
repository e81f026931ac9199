import type { Sql } from '#libs/core/database/transaction';
import { InvalidField } from '#libs/core/errors/domain-error';
import { localDate } from '#libs/core/time/site-time';
import { Headers } from '#libs/booking-import/columns/columns';
import { type DateEvidence, dateEvidenceOf } from '#libs/booking-import/dates/date-evidence';
import type { DateStyle } from '#libs/booking-import/dates/date-style';
import { bothDeclared, type Declared, rememberable, styleOf } from '#libs/booking-import/columns/declared';
import { DECISION_COLUMNS, type DecidedRows } from '#libs/booking-import/resolutions/decision-columns';
import { findDateOrder } from '#libs/students/import/import.queries';
import { findImport, type ImportRecord } from '#libs/booking-import/commit/imports.queries';
import { findMapping, headersOf, type Mapping } from '#libs/booking-import/columns/mappings.queries';
import { hasStoredDepartures } from '#libs/booking-import/matching/stored-departures.queries';
import { turnedSince } from '#libs/booking-import/resolutions/turned-days';
import { stillTrue } from '#libs/booking-import/columns/seen-before';
import type { ReadWith } from '#libs/booking-import/preview/previewed';

/** How a file is read: as was declared of it now, or of one with its headers before, and as its dates prove. */
export interface FileReading {
  headers: Headers;
  names: string[];
  declared: Declared;
  /** The characters between the numbers of its dates. */
  notations: string[];
  dates: DateStyle;
  /** What was remembered, and which parts of it count here. */
  remembered: (Mapping & { used: string[] }) | null;
  readWith: ReadWith;
}

/** Finds out how a file is to be read. */
export async function readingOf(
  sql: Sql,
  { id: siteId, timeZone }: { id: string; timeZone: string },
  file: Pick<DecidedRows, 'rows' | 'importId' | 'origins'>,
  now: Declared,
  at: Date,
  readWith?: ReadWith,
): Promise<FileReading> {
  const { rows, importId } = file;
  const first = importId === undefined ? undefined : await firstReading(sql, siteId, importId);
  const names = headersOf(rows);
  const mapping = readWith ? undefined : await findMapping(sql, siteId, names);
  const today = localDate(at, timeZone);
  const known = readWith ?? {
    remembered: rememberable(mapping ? stillTrue(mapping, rows) : {}),
    siteOrder: await findDateOrder(sql, siteId),
    today,
    notations: mapping?.seen?.notations ?? [],
  };
  const evidence = await dateEvidenceOf(rows, new Headers({ ...known.remembered.columns, ...now.columns }, names), {
    today: known.today,
    timeZone,
  });
  refuseNightsOfExports(names, now);
  const usual = usable(known.remembered, evidence, now);
  const isOfNights = usual.stay_end === 'last_night' && now.stay_end === undefined;
  const asRead = new Headers({ ...usual.columns, ...now.columns }, names);
  const writesDepartures = isOfNights && (await hasStoredDepartures(sql, siteId, rows, asRead, { ...styleOf(evidence.style(known.siteOrder), bothDeclared(usual, now), [...evidence.notations]), timeZone, today: known.today })); // prettier-ignore
  const { stay_end: _contradicted, ...others } = usual;
  const remembered = writesDepartures ? others : usual;
  const declared = bothDeclared(
    first ? bothDeclared(remembered, { status_words: first.status_words }) : remembered,
    now,
  );
  const proved = evidence.style(known.siteOrder);
  // What somebody declared counts more than what the headers say.
  const inHeaders = declared.date_order === undefined ? asRead.notation : null;
  const order = declared.date_order ?? inHeaders?.order;
  const own = proved.dateOrder === order ? (proved.separators ?? []) : [];
  const before = inHeaders ? [inHeaders.separator] : (known.notations ?? []);
  const notations = now.date_order === undefined ? [...own, ...before] : [...evidence.notations];
  const isUsed = (part: string) => !(part in now) || ['columns', 'status_words', 'encoding'].includes(part);
  const used = Object.keys(remembered).filter(isUsed).sort();
  const headers = new Headers(declared.columns, names);
  const style = styleOf(withFirst(proved, first?.dates, evidence), { ...declared, date_order: order }, notations);
  const turned = await turnedSince(sql, siteId, file, headers, { ...style, timeZone, today: known.today });
  return {
    headers,
    names,
    declared,
    notations: [...evidence.notations],
    dates: {
      ...style,
      ...(turned.length > 0 && { halfConverted: [...new Set([...(style.halfConverted ?? []), ...turned])] }),
      ...(order !== undefined && evidence.isAgainst(order) && { isContradicted: true }),
      ...(declared.stay_end === undefined && (writesDepartures || names.some((name) => isCalledNights(name, headers))) && { mayEndWithNights: true }), // prettier-ignore
    },
    readWith: known,
    remembered: mapping && used.length > 0 ? { ...mapping, used } : null,
  };
}

const OF_NIGHTS = /(?:last|final) (?:night|day)|letzte[rn]? (?:nacht|tag)|derni[eè]re? (?:nuit|jour)|[uú]ltim[ao] (?:noche|d[ií]a|noite|dia)|ultim[ao] (?:notte|giorno)|laatste (?:nacht|dag)|ostatni[a]? (?:noc|dzie[nń])/iu; // prettier-ignore
/** Whether a column that is declared to have the departures is called like one of last nights. */
const isCalledNights = (header: string, headers: Headers): boolean =>
  OF_NIGHTS.test(header) && headers.meaningOf(header) === 'contract_end';

const OF_EXPORTS = ['booking_id', 'version', 'contract_end'];
/** @throws InvalidField `validation_failed` for last nights in an export of bookings, whose column is the departure */
function refuseNightsOfExports(names: readonly string[], { stay_end: stayEnd }: Declared): void {
  if (stayEnd === 'last_night' && OF_EXPORTS.every((name) => names.includes(name)))
    throw new InvalidField('validation_failed', '/stay_end', 'is departure in an export of bookings, whatever the file before had; leave it out'); // prettier-ignore
}

async function firstReading(sql: Sql, siteId: string, importId: string): Promise<ImportRecord> {
  const record = await findImport(sql, siteId, importId);
  if (record) return record;
  throw new InvalidField('validation_failed', `/rows/0/values/${DECISION_COLUMNS.import}`, 'is no import of this site');
}

/** What the file proved that rows failed in still counts for them, unless they speak against it now. */
function withFirst(own: DateStyle, first: DateStyle | undefined, evidence: DateEvidence): DateStyle {
  if (!first) return own;
  const { dateOrder, siteOrder, yearPlace, countsFrom1900, countsFrom1904, isDeclared, stayEnd, halfConverted } = first;
  const isAgainst = dateOrder !== null && evidence.isAgainst(dateOrder);
  const monthLanguages = [...new Set([...(first.monthLanguages ?? []), ...(own.monthLanguages ?? [])])];
  const separators = dateOrder === null && !isDeclared ? own.separators : first.separators;
  return {
    dateOrder: isAgainst ? null : (dateOrder ?? own.dateOrder),
    yearPlace: yearPlace ?? own.yearPlace,
    countsFrom1900: countsFrom1900 && own.countsFrom1900,
    ...(siteOrder && { siteOrder }),
    ...(own.usualOrder && { usualOrder: own.usualOrder }),
    ...(countsFrom1904 && { countsFrom1904 }),
    ...(isDeclared && { isDeclared }),
    ...(separators && { separators }),
    ...(monthLanguages.length > 0 && { monthLanguages }),
    ...(stayEnd !== undefined && { stayEnd }),
    ...((first.writesSiteMidnights ?? own.writesSiteMidnights) && { writesSiteMidnights: true }),
    ...((halfConverted ?? own.halfConverted) && { halfConverted: halfConverted ?? own.halfConverted }),
  };
}

/** An order that this file speaks against is of other files, and so is an encoding that it is not in. */
function usable({ date_order: order, encoding, ...others }: Declared, evidence: DateEvidence, now: Declared): Declared {
  return {
    ...others,
    ...(order !== undefined && !evidence.isAgainst(order) && { date_order: order }),
    ...(encoding !== undefined && encoding === now.encoding && { encoding }),
  };
}
