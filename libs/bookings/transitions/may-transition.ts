import { actorOf, type SiteAccess } from '#libs/accounts/access/access';
import { ruleOf, type TransitionType } from '#libs/bookings/booking-status';

/** The last step of a trail that was not taken back: the time of the record and its author. */
interface LastTransition {
  actor: string | null;
  recordedAt: Date;
}

const MINUTE_MS = 60_000;

/**
 * Whether a caller may make a transition: by their role, or because it takes back what they did themselves a moment ago. An
 * API key is not its user: each takes back its own.
 */
export function mayTransition(
  type: TransitionType,
  { last }: { last: LastTransition },
  now: Date,
  access: SiteAccess,
): boolean {
  const { permission, undoes } = ruleOf(type);
  if (access.may(permission)) return true;
  const isOwn = last.actor !== null && last.actor === actorOf(access.caller).id;
  const age = now.getTime() - last.recordedAt.getTime();
  return Boolean(undoes) && access.may('booking.correct') && isOwn && age < access.site.correctionMinutes * MINUTE_MS;
}
