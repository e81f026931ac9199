import type { Role } from '#libs/accounts/access/permissions';
import type { SiteFixture } from './factory.js';
import type { Answer, Client, Lodge } from './lodge.js';
import { asWord } from './words.js';

export type Cells = Record<string, unknown>;

/** A stay of next year that nothing is wrong with. */
export const STAY = { contract_start: '2027-09-18', contract_end: '2028-06-30' };

let keys = 0;

/** A site with a user who imports into it, and short ways to do so. */
export class ImportDesk {
  private constructor(
    readonly lodge: Lodge,
    readonly site: SiteFixture,
    readonly client: Client,
  ) {}

  static async open(lodge: Lodge, { role = 'manager', ...values }: { role?: Role; [column: string]: unknown } = {}) {
    const site = await lodge.make.site(values);
    const { email } = await lodge.make.user({ roles: { [site.id]: role } });
    return new ImportDesk(lodge, site, await lodge.logIn(email));
  }

  /** Somebody with a student_id, and a room with a code, as cells and with their ids. */
  async pair(values: Cells = {}) {
    // Of no number that notes of a spec have, as a year: it would be that of another room.
    const code = `R${++keys % 1_000}x`;
    const room = await this.lodge.make.room(this.site, { code, name: `Room ${asWord(keys)}` });
    const student = await this.lodge.make.student(this.site, values);
    const [{ student_id }] = (await this.lodge.sql<{ student_id: string }>(
      'SELECT student_id FROM students WHERE id = $1',
      [student],
    )) as [{ student_id: string }];
    return { room, student, cells: { student_id, room: code, ...STAY } };
  }

  rows = (...cells: Cells[]) => cells.map((values, row_index) => ({ row_index, values }));

  preview = (...cells: Cells[]): Promise<Answer> =>
    this.client.post('/bookings/import/preview', { site: this.site.id, rows: this.rows(...cells) });

  /** The only row of a preview. */
  async look(cells: Cells) {
    const { status, body, text } = await this.preview(cells);
    if (status !== 200) throw new Error(text);
    return body.rows[0];
  }

  previewCsv = (text: string | Buffer): Promise<Answer> =>
    this.client.post(`/bookings/import/preview?site=${this.site.id}`, text, { 'content-type': 'text/csv' });

  commit(cells: Cells[], resolutions: object[] = [], key = `key-${++keys}`): Promise<Answer> {
    const rows = this.rows(...cells);
    return this.client.post('/bookings/import/commit', { site: this.site.id, idempotency_key: key, rows, resolutions });
  }

  undo = (id: string): Promise<Answer> => this.client.post(`/bookings/imports/${id}/undo`, { site: this.site.id });

  async booking(id: string) {
    return (await this.client.get(`/bookings/${id}?site=${this.site.id}&include=transactions`)).body;
  }

  /** A booking by hand. */
  async book(location: string, lead_person: string, more: object = {}) {
    const { body, status, text } = await this.client.post('/bookings', {
      site: this.site.id,
      location,
      lead_person,
      ...STAY,
      ...more,
    });
    if (status !== 200) throw new Error(text);
    return body;
  }

  async count(): Promise<number> {
    const [row] = await this.lodge.sql<{ n: number }>('SELECT count(*)::int AS n FROM bookings WHERE site_id = $1', [
      this.site.id,
    ]);
    return row?.n ?? -1;
  }
}

export const codes = (row: { issues: { code: string; severity: string }[] }): string[] =>
  row.issues.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
