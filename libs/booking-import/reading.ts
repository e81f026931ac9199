import type { Sql } from '#libs/core/database/database';
import { localDate } from '#libs/core/time/site-time';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import { Headers } from '#libs/booking-import/columns';
import { type DateEvidence, dateEvidenceOf } from '#libs/booking-import/date-evidence';
import type { DateStyle } from '#libs/booking-import/dates';
import { bothDeclared, type Declared, styleOf } from '#libs/booking-import/declared';
import { findDateOrder } from '#libs/booking-import/imports.queries';
import { findMapping, headersOf, type Mapping } from '#libs/booking-import/mappings.queries';

/** How a file is read: as was declared of it now, or of one with its headers before, and as its dates prove. */
export interface FileReading {
  headers: Headers;
  names: string[];
  declared: Declared;
  dates: DateStyle;
  /** What was remembered, and which parts of it count here. */
  remembered: (Mapping & { used: string[] }) | null;
}

/** Finds out how a file is to be read. */
export async function readingOf(
  sql: Sql,
  { id: siteId, timeZone }: { id: string; timeZone: string },
  rows: BookingImportRowRequest[],
  now: Declared,
  at: Date,
): Promise<FileReading> {
  const names = headersOf(rows);
  const mapping = await findMapping(sql, siteId, names);
  const evidence = await dateEvidenceOf(
    rows,
    new Headers({ ...mapping?.declared.columns, ...now.columns }),
    localDate(at, timeZone),
  );
  const before = mapping ? usable(mapping.declared, evidence) : {};
  const declared = bothDeclared(before, now);
  const used = Object.keys(before).filter((part) => !(part in now) || part === 'columns' || part === 'status_words');
  return {
    headers: new Headers(declared.columns),
    names,
    declared,
    dates: styleOf(evidence.style(await findDateOrder(sql, siteId)), declared),
    remembered: mapping && used.length > 0 ? { ...mapping, used } : null,
  };
}

/** An order that this file speaks against is of other files. */
function usable({ date_order: order, ...others }: Declared, evidence: DateEvidence): Declared {
  return order === undefined || evidence.isAgainst(order) ? others : { ...others, date_order: order };
}
