import type { Sql } from '../database/transaction.js';
import { newId } from '#libs/core/http/ids';
import type { Mail } from '#libs/core/mail/mailer';
import type { MailKind } from '#libs/core/mail/outgoing-mail.entity';
import { sealMail } from '#libs/core/mail/sealed-mail';
import { columnList, insertInto, update } from '#libs/core/database/columns';
import { OutgoingMail } from '#libs/core/mail/outgoing-mail.entity';

/** How long it is tried to send a mail, in hours, unless it is of no use before. */
const KEEP_TRYING_HOURS = 48;
// Longer than any attempt: a mail without a result by then was taken by a process that has ended.
const LEASE = `interval '3 minutes'`;
const MOST_PAUSE_SECONDS = 3_600;
const FIRST_PAUSE_SECONDS = 10;

/** A mail, its recipient and the end of its use. */
export interface PromisedMail extends Mail {
  kind: MailKind;
  userId?: string;
  /** The booking that it is about. It is withdrawn when a person of the booking is erased. */
  booking?: { siteId: string; id: string };
  /** By default two days. */
  usefulForHours?: number;
}

export interface ClaimedMail {
  id: string;
  sealed: Buffer;
  attempts: number;
}

/**
 * Writes a mail down in the transaction that promises it. After the commit, `Outbox.send` sends it at once; otherwise a worker does.
 * @returns its id
 */
export async function promiseMail(tx: Sql, secret: string, promised: PromisedMail): Promise<string> {
  const { kind, userId, booking, usefulForHours = KEEP_TRYING_HOURS, ...mail } = promised;
  const id = newId();
  await tx.rows(
    `${insertInto(OutgoingMail, 'id userId kind sealed giveUpAt siteId bookingId')}
     VALUES ($1, $2, $3, $4, now() + $5 * interval '1 hour', $6, $7)`,
    [
      id,
      userId ?? null,
      kind,
      sealMail(mail, id, secret),
      usefulForHours,
      booking?.siteId ?? null,
      booking?.id ?? null,
    ],
  );
  return id;
}

const CLAIM = (which: string) => `
${update(OutgoingMail, { attempts: 'attempts + 1', nextAt: `now() + ${LEASE}` })}
WHERE id = (SELECT id FROM outgoing_mails WHERE state = 'waiting' AND next_at <= now() AND ${which} ORDER BY next_at LIMIT 1
  FOR UPDATE SKIP LOCKED)
RETURNING ${columnList(OutgoingMail, 'id sealed attempts')}`;

/** Takes a mail that is due, so that no other process sends it; undefined when another process sends it, or has sent it. */
export async function claimMail(sql: Sql, id?: string): Promise<ClaimedMail | undefined> {
  const rows = await (id === undefined
    ? sql.rows<ClaimedMail>(CLAIM('true'))
    : sql.rows<ClaimedMail>(CLAIM('id = $1'), [id]));
  return rows[0];
}

const ENDED = `
${update(OutgoingMail, { state: '$2', reason: '$3', sealed: 'NULL', endedAt: 'now()' })} WHERE id = $1 AND state = 'waiting'`;

export async function markSent(sql: Sql, id: string): Promise<void> {
  await sql.rows(ENDED, [id, 'sent', null]);
}

export async function markFailed(sql: Sql, id: string, reason: string): Promise<void> {
  await sql.rows(ENDED, [id, 'failed', reason]);
}

/** Puts an attempt off, twice as long each time, or gives up when it is of no use any more. Says whether it will be tried again. */
export async function putOff(sql: Sql, { id, attempts }: ClaimedMail, reason: string): Promise<boolean> {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), MOST_PAUSE_SECONDS);
  const again = await sql.rows(
    `${update(OutgoingMail, { reason: '$2', nextAt: `now() + $3 * interval '1 second'` })}
     WHERE id = $1 AND state = 'waiting' AND give_up_at > now() RETURNING id`,
    [id, reason, pause],
  );
  if (again.length === 0) await markFailed(sql, id, reason);
  return again.length > 0;
}

/** Mails by what became of them: `waiting`, `late` (promised more than 15 minutes ago and not sent) and `failed` in the last week. */
export const COUNT_MAILS = `
SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
  count(*) FILTER (WHERE state = 'waiting' AND created_at < now() - interval '15 minutes')::int AS late,
  count(*) FILTER (WHERE state = 'failed' AND ended_at > now() - interval '7 days')::int AS failed
FROM outgoing_mails WHERE state = 'waiting' OR ended_at > now() - interval '7 days'`;
