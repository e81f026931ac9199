import type { AuditedTable } from '#libs/accounts/audit/past-records.queries';

const text = (field: string) => ({ field, type: 'text' });
const uuid = (field: string) => ({ field, type: 'uuid' });
const date = (field: string) => ({ field, type: 'date' });

/** Locations as they were at a moment. */
export const PAST_LOCATIONS: AuditedTable = {
  table: 'locations',
  kind: 'location',
  columns: {
    name: text('name'),
    code: text('code'),
    floor: text('floor'),
    parent_id: uuid('parent'),
    capacity: { field: 'capacity', type: 'smallint' },
  },
};

/** Closures as they were at a moment. */
export const PAST_CLOSURES: AuditedTable = {
  table: 'closures',
  kind: 'closure',
  columns: {
    location_id: uuid('location'),
    starts: date('from'),
    ends: date('to'),
    kind: text('kind'),
    reason: text('reason'),
  },
};
