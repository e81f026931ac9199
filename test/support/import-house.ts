import { type Cells, codes, ImportDesk } from './import-desk.js';
import type { Lodge } from './lodge.js';
import { until } from './until.js';
import { asWord } from './words.js';

const FUTURE = { contract_start: '2027-09-18', contract_end: '2028-06-30' };
const PAST = { contract_start: '2025-09-18', contract_end: '2026-06-30' };

export interface FileRow {
  row_index: number;
  values: Cells;
}

interface Result {
  row_index: number;
  outcome: string;
  reason: string | null;
  issues: { code: string; severity: string; field: string | null }[];
}

/** A site with many rooms and students, K-0 and P-0, K-1 and P-1 and so on, and one import into it. */
export class ImportHouse {
  private constructor(
    readonly lodge: Lodge,
    readonly desk: ImportDesk,
    readonly importId: string,
  ) {}

  /** Makes the site and asks for the import, by its rows or those of a preview; a worker may begin at once. */
  static async open(
    lodge: Lodge,
    file: { rows: FileRow[]; resolutions?: object[] },
    byPreview = false,
  ): Promise<ImportHouse> {
    const desk = await ImportDesk.open(lodge);
    const { id, roomType, building } = desk.site;
    const size = file.rows.length;
    await lodge.sql(
      `INSERT INTO locations (site_id, id, name, code, location_type_id, parent_id)
       SELECT $1, gen_random_uuid(), 'Room ' || n, 'K-' || n, $2, $3 FROM generate_series(0, $4::int - 1) n`,
      [id, roomType, building, size],
    );
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'P-' || n, 'First' || n, 'Last' || md5(n::text), $2 FROM generate_series(0, $3::int - 1) n`,
      [id, building, size],
    );
    // PostgreSQL looks at them by itself, but not in specs.
    await lodge.sql('ANALYZE students, locations');
    const { rows, resolutions } = file;
    const preview = byPreview ? await desk.client.post('/bookings/import/preview', { site: id, rows }) : null;
    if (preview && preview.status !== 200) throw new Error(preview.text.slice(0, 500));
    const what = preview ? { preview_id: preview.body.preview_id as string, resolutions } : file;
    const request = { site: id, idempotency_key: 'the-import', ...what };
    const { body, status, text } = await desk.client.post('/bookings/import/commit', request);
    if (status !== 200) throw new Error(text.slice(0, 500));
    return new ImportHouse(lodge, desk, body.import_id);
  }

  job = async () => (await this.desk.client.get(`/jobs/${this.importId}`)).body;
  isDone = async (): Promise<boolean> => (await this.job()).state === 'completed';
  untilDone = (seconds = 100) => until(this.isDone, seconds);

  /** How many workers have taken the import over so far. */
  attempts = async (): Promise<number> => {
    const [job] = await this.lodge.sql<{ attempt: number }>('SELECT attempt FROM jobs WHERE id = $1', [this.importId]);
    return job?.attempt ?? -1;
  };

  undo = async (): Promise<void> => {
    const { status, text } = await this.desk.undo(this.importId);
    if (status !== 200) throw new Error(text.slice(0, 500));
  };
  private undone = async () =>
    ((await this.result()) as unknown as { undone: { status: string; job_id: string; undone_at: string } }).undone;
  isUndone = async (): Promise<boolean> => (await this.undone()).status === 'completed';
  untilUndone = (seconds = 100) => until(this.isUndone, seconds);

  /** How many workers have taken the undo over so far. */
  undoAttempts = async (): Promise<number> => {
    const [job] = await this.lodge.sql<{ attempt: number }>('SELECT attempt FROM jobs WHERE id = $1', [
      (await this.undone()).job_id,
    ]);
    return job?.attempt ?? -1;
  };

  /** What an undo has left, in terms that are the same in every site. */
  async undoneState() {
    const { job_id: _own, undone_at: _then, ...undone } = await this.undone();
    const { bookings } = await this.state();
    const people = await this.lodge.sql(
      'SELECT count(*) FILTER (WHERE deleted_at IS NULL)::int AS n, count(deleted_at)::int AS gone FROM students WHERE site_id = $1',
      [this.desk.site.id],
    );
    const { results } = (await this.desk.undo(this.importId)).body as { results: Record<string, unknown>[] };
    const rows = results.map(({ row_index, outcome, reason, person_outcome }) => [
      row_index,
      outcome,
      reason,
      person_outcome,
    ]);
    return { undone, bookings: bookings as { status: string }[], people, rows };
  }

  async result(): Promise<{ summary: object; results: Result[] }> {
    return (await this.desk.client.get(`/bookings/imports/${this.importId}?site=${this.desk.site.id}`)).body;
  }

  /** What the import has left, in terms that are the same in every site. */
  async state() {
    const { summary, results } = await this.result();
    const bookings = await this.lodge.sql(
      `SELECT CASE WHEN s.student_id LIKE 'P-%' THEN s.student_id END AS student, s.last_name, l.code,
         b.contract_start::text AS first, b.contract_end::text AS last, b.status, b.notes, b.version,
         (SELECT count(*)::int FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = b.id) AS moves,
         (SELECT count(*)::int FROM occupancies o WHERE o.site_id = $1 AND o.booking_id = b.id AND o.live) AS places
       FROM bookings b JOIN students s ON s.site_id = $1 AND s.id = b.lead_person_id
       JOIN locations l ON l.site_id = $1 AND l.id = b.location_id
       WHERE b.site_id = $1 ORDER BY b.notes, l.code`,
      [this.desk.site.id],
    );
    const people = await this.lodge.sql('SELECT count(*)::int AS n FROM students WHERE site_id = $1', [
      this.desk.site.id,
    ]);
    const outcomes = results.map((row) => [row.row_index, row.outcome, row.reason, codes(row)]);
    return { summary, outcomes, bookings, people };
  }
}

/** A file in which all sorts of rows come again and again: of ten, six make a booking, one of them for somebody new, and two want one room. */
export function mixedFile(size: number): { rows: FileRow[]; resolutions: object[] } {
  const resolutions: object[] = [];
  const rows = plainFile(size).map(({ row_index, values }): FileRow => {
    const kind = row_index % 10;
    Object.assign(values, { notes: `remark ${asWord(row_index)}` });
    if (kind === 3) Object.assign(values, { ...PAST, status: 'checked_out' });
    if (kind === 4) {
      Object.assign(values, { status: 'provisional', contract_end: null });
      resolutions.push({ row_index, action: 'create', accept: ['doubtful_value'] });
    }
    if (kind === 5) Object.assign(values, { contract_start: 'soon' });
    if (kind === 6) Object.assign(values, { room: `K-${row_index - 5}` });
    if (kind === 7) {
      const first = row_index - 5;
      Object.assign(values, { student_id: `P-${first}`, room: `K-${first}`, notes: `remark ${asWord(first)}` });
    }
    if (kind === 8) {
      Object.assign(values, { student_id: null });
      resolutions.push({
        row_index,
        action: 'create',
        create_person: { first_name: 'New', last_name: `C${row_index}` },
      });
    }
    return { row_index, values };
  });
  return { rows, resolutions };
}

/** A file that nothing is wrong with. */
export const plainFile = (size: number): FileRow[] =>
  Array.from({ length: size }, (_, row_index) => ({
    row_index,
    values: { student_id: `P-${row_index}`, room: `K-${row_index}`, ...FUTURE },
  }));
