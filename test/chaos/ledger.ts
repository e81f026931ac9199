import { until } from '../support/until.js';
import { type Asked, findViolations } from '../support/checker.js';
import type { SmtpSink } from '../support/smtp-sink.js';
import type { Dice } from './dice.js';

/** A step of a booking that was acknowledged: the entry of its trail. */
interface Step {
  sequence: number;
  type: string;
  status: string;
}

interface Known {
  id: string;
  notes: string;
  /** The last that was heard of it. */
  status: string;
  steps: Step[];
}

interface Entry extends Step {
  booking_id: string;
  from_status: string | null;
}

// Of docs/bookings.md: which step leads from where to where. A change and a move leave the status as it is.
const LEGAL = new Set([
  ...['provisional', 'confirmed', 'checked_in'].map((to) => `created null ${to}`),
  'confirm provisional confirmed',
  'check_in provisional checked_in',
  'check_in confirmed checked_in',
  'check_out checked_in checked_out',
  'cancel provisional cancelled',
  'cancel confirmed cancelled',
  'no_show confirmed no_show',
  ...['provisional', 'confirmed', 'checked_in', 'checked_out'].map((from) => `void ${from} void`),
  'undo_check_in checked_in confirmed',
  'undo_check_out checked_out checked_in',
  ...['cancelled', 'no_show', 'void'].flatMap((from) => ['provisional', 'confirmed', 'checked_in', 'checked_out'].map((to) => `reinstate ${from} ${to}`)), // prettier-ignore
]);
const isLegal = ({ type, from_status: from, status: to }: Entry): boolean =>
  type === 'updated' || type === 'moved' ? from === to : LEGAL.has(`${type} ${from} ${to}`);

/** What Lodge has acknowledged, and how it compares with what is stored. */
export class Ledger {
  readonly bookings = new Map<string, Known>();
  readonly students = new Map<string, string>();
  readonly closures = new Set<string>();
  readonly imports = new Map<string, string>();
  readonly invited = new Set<string>();
  readonly photos = new Map<string, string>();
  readonly jobs = new Set<string>();
  /** Notes of bookings of which nothing was heard, and of those that were said not to be written. */
  readonly doubtful = new Set<string>();
  readonly notWritten = new Set<string>();
  private readonly movable: Known[] = [];

  created(id: string, notes: string, status: string, isMovable = true): void {
    const known = { id, notes, status, steps: [{ sequence: 1, type: 'created', status }] };
    this.bookings.set(id, known);
    if (isMovable) this.movable.push(known);
  }

  moved(id: string, step: Step): void {
    const known = this.bookings.get(id);
    known?.steps.push(step);
    if (known) known.status = step.status;
  }

  changed(id: string, { version, status }: { version: number; status: string }): void {
    this.bookings.get(id)?.steps.push({ sequence: version, type: 'updated', status });
  }

  /** One of the latest, so that writers meet. */
  someBooking(dice: Dice): Known | undefined {
    return dice.one(this.movable.slice(-30));
  }

  get size(): number {
    const steps = [...this.bookings.values()].reduce((sum, { steps }) => sum + steps.length, 0);
    return steps + this.students.size + this.closures.size + this.imports.size + this.invited.size + this.photos.size + this.jobs.size; // prettier-ignore
  }

  /** Waits until what was taken on is done: jobs and mails. */
  async settle(asked: Asked): Promise<void> {
    const open = async () => (await asked.sql(`SELECT id FROM jobs WHERE state IN ('waiting', 'active')`)).length;
    await until(async () => (await open()) === 0, 120);
    await asked.sql(`UPDATE outgoing_mails SET next_at = now() WHERE state = 'waiting' AND next_at < now() + interval '1 hour'`); // prettier-ignore
    await until(async () => (await asked.sql(`SELECT FROM outgoing_mails WHERE state = 'waiting'`)).length === 0, 60);
  }

  /** Everything by which the stored differs from the acknowledged, and everything that must not be stored at all. */
  async differences(asked: Asked, sink: SmtpSink, importRows: number): Promise<unknown[]> {
    const found = await Promise.all([
      findViolations(asked),
      this.trails(asked),
      this.creates(asked),
      this.others(asked),
      this.ofImports(asked, importRows),
      this.mails(asked, sink),
    ]);
    return found.flat();
  }

  private async trails(asked: Asked): Promise<unknown[]> {
    const entries = await asked.sql<Entry & { sequence: number }>(
      `SELECT booking_id, sequence, type, from_status, to_status AS status FROM booking_transactions ORDER BY booking_id, sequence`,
    );
    const stored = new Map(entries.map((entry) => [`${entry.booking_id} ${entry.sequence}`, entry]));
    const lost = [...this.bookings.values()].flatMap(
      ({ id, steps }) =>
      steps
        .filter(({ sequence, type, status }) => {
          const entry = stored.get(`${id} ${sequence}`);
          return entry?.type !== type || entry.status !== status;
        })
        .map((step) => ({ fault: 'an acknowledged step is not in the trail', id, step, stored: stored.get(`${id} ${step.sequence}`) })), // prettier-ignore
    );
    const illegal = entries.filter((entry) => !isLegal(entry)).map((entry) => ({ fault: 'no legal step', entry }));
    return [...lost, ...illegal, ...this.promisedTwice()];
  }

  /** Two responses that both say that they were the same step of a booking. */
  private promisedTwice(): unknown[] {
    return [...this.bookings.values()].flatMap(({ id, steps }) =>
      steps.length === new Set(steps.map(({ sequence }) => sequence)).size
        ? []
        : [{ fault: 'the same step was acknowledged twice', id, steps }],
    );
  }

  private async creates(asked: Asked): Promise<unknown[]> {
    const rows = await asked.sql<{ id: string; notes: string }>(
      `SELECT id, CASE WHEN notes LIKE 'stay-bulk-%' THEN notes || ' ' || location_id ELSE notes END AS notes FROM bookings WHERE notes LIKE 'stay-%'`,
    );
    const stored = new Map(rows.map(({ id, notes }) => [id, notes]));
    const lost = [...this.bookings.values()].filter(({ id, notes }) => stored.get(id) !== notes);
    const names = new Set<string>();
    const doubled = rows.filter(({ notes }) => names.has(notes) || !names.add(notes));
    const told = new Set([...this.bookings.values()].map(({ notes }) => notes));
    const surprising = [...names].filter((notes) => !told.has(notes) && (!this.doubtful.has(notes) || this.notWritten.has(notes))); // prettier-ignore
    return [
      ...lost.map((booking) => ({ fault: 'an acknowledged booking is lost', booking, stored: stored.get(booking.id) })),
      ...doubled.map((booking) => ({ fault: 'a booking is there twice', booking })),
      ...surprising.map((notes) => ({ fault: 'a booking was written though the response said otherwise', notes })),
    ];
  }

  private async others(asked: Asked): Promise<unknown[]> {
    const students = await asked.sql<{ id: string; last_name: string }>(`SELECT id, last_name FROM students WHERE last_name LIKE 'Student-%'`); // prettier-ignore
    const closures = new Set((await asked.sql<{ id: string }>('SELECT id FROM closures')).map(({ id }) => id));
    const jobs = await asked.sql<{ id: string; state: string; problem: unknown }>(
      'SELECT id, state, problem FROM jobs',
    );
    const done = new Set(jobs.filter(({ state }) => state === 'completed').map(({ id }) => id));
    return [
      ...[...this.students].filter(([name, id]) => !students.some((row) => row.id === id && row.last_name === name)).map((student) => ({ fault: 'a student is lost', student })),
      ...students.filter(({ last_name }, index) => students.findIndex((row) => row.last_name === last_name) !== index).map((student) => ({ fault: 'a student is there twice', student })),
      ...[...this.closures].filter((id) => !closures.has(id)).map((id) => ({ fault: 'a closure is lost', id })),
      ...[...this.jobs, ...this.imports.values()].filter((id) => !done.has(id)).map((id) => ({ fault: 'a job was not done', job: jobs.find((row) => row.id === id) ?? id })),
    ]; // prettier-ignore
  }

  private async ofImports(asked: Asked, importRows: number): Promise<unknown[]> {
    const rows = await asked.sql<{ notes: string; n: number }>(
      `SELECT notes, count(*)::int AS n FROM bookings WHERE notes LIKE 'import-%' GROUP BY notes`,
    );
    const stored = new Map(rows.map(({ notes, n }) => [notes, n]));
    const wrong = [...this.imports.keys()].filter((notes) => stored.get(notes) !== importRows);
    const never = rows.filter(({ notes }) => !this.imports.has(notes));
    return [
      ...wrong.map((notes) => ({ fault: 'an import is not whole', notes, rows: stored.get(notes) })),
      ...never.map(({ notes, n }) => ({ fault: 'an import nobody was told of', notes, rows: n })),
    ];
  }

  /** A mail may be transmitted again when its sender was killed in between; then under the same name, by which it counts once. */
  private async mails(asked: Asked, sink: SmtpSink): Promise<unknown[]> {
    const came = new Map<string, Set<string>>();
    for (const mail of sink.mails) {
      const to = /^To: (\S+)/m.exec(mail)?.[1] ?? '';
      const name = /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? '';
      came.set(to, (came.get(to) ?? new Set()).add(name));
    }
    const stored = await asked.sql<{ email: string }>('SELECT email FROM invitations');
    const wanted = new Set([...this.invited, ...stored.map(({ email }) => email)]);
    return [...wanted]
      .filter((email) => came.get(email)?.size !== 1)
      .map((email) => ({ fault: 'an invitation was not mailed once', email, names: [...(came.get(email) ?? [])] }));
  }
}
