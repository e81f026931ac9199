import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { DomainError, UnknownReference } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { instantOf } from '#libs/core/time/site-time';
import {
  type EvaluateSlaRequest,
  type EvaluateSlaResponse,
  TargetReadingResponse,
} from '#libs/sla-policies/evaluate.dto';
import { eventErrors, readClock, type SlaEvent } from '#libs/sla-policies/sla-clock';
import { type CoveredRow, findCovered } from '#libs/sla-policies/sla-policies.queries';
import type { TargetName } from '#libs/sla-policies/targets';
import { type Counting, EVERY_HOUR, WorkingTime } from '#libs/sla-policies/working-time';

/** Calendars that are kept laid out; a site of the busiest kind has some hundred kilobytes. */
const KEPT = 100;

@Injectable()
export class SlaEvaluationService {
  private readonly calendars = new Map<string, Counting>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Writes nothing. @throws UnknownReference, DomainError `category_not_covered` or `invalid_events` */
  async evaluate({ site }: SiteAccess, request: EvaluateSlaRequest): Promise<EvaluateSlaResponse> {
    const instant = (text: string) => instantOf(text, site.timeZone).getTime();
    const openedAt = instant(request.opened_at);
    const now = request.now ? instant(request.now) : this.clock.now().getTime();
    const policy = await this.policyFor(site.id, request.category_id);
    const events = inOrder(
      openedAt,
      (request.events ?? []).map(({ type, at }) => ({ type, at: instant(at) })),
    );
    const allowances = {
      first_response: policy.first_response_minutes,
      resolution: policy.resolution_minutes,
      escalation: policy.escalation_minutes,
    };
    const counting = policy.business_hours_only ? this.calendarOf(site.id, policy) : EVERY_HOUR;
    const { state, targets } = readClock(allowances, { openedAt, events, now }, counting);
    const reading = (name: TargetName) => (targets[name] ? TargetReadingResponse.from(targets[name]) : null);
    return {
      policy: { _id: policy.policy_id, name: policy.policy_name },
      category_id: request.category_id,
      opened_at: new Date(openedAt).toISOString(),
      now: new Date(now).toISOString(),
      state,
      business_hours_only: policy.business_hours_only,
      targets: {
        first_response: reading('first_response'),
        resolution: reading('resolution'),
        escalation: reading('escalation'),
      },
    };
  }

  private async policyFor(siteId: string, categoryId: string): Promise<CoveredRow & { policy_id: string }> {
    const row = isId(categoryId) ? await findCovered(this.database, siteId, categoryId) : undefined;
    if (!row) throw new UnknownReference([{ pointer: '/category_id', what: 'category' }]);
    const { policy_id } = row;
    if (policy_id) return { ...row, policy_id };
    throw new DomainError('category_not_covered', `No enabled SLA policy covers ${row.category_name}.`);
  }

  private calendarOf(siteId: string, row: CoveredRow): Counting {
    const key = `${siteId} ${row.site_version}`;
    const calendar = this.calendars.get(key) ?? new WorkingTime(row);
    // Set again, so that the least recently used one is removed first.
    this.calendars.delete(key);
    this.calendars.set(key, calendar);
    const [oldest] = this.calendars.keys();
    if (this.calendars.size > KEPT && oldest) this.calendars.delete(oldest);
    return calendar;
  }
}

/** @throws DomainError `invalid_events` that points at every event that makes no sense */
function inOrder(openedAt: number, sent: SlaEvent[]): SlaEvent[] {
  const order = [...sent.keys()].sort((one, other) => at(sent, one) - at(sent, other));
  const events = order.map((index) => sent[index] as SlaEvent);
  const refusals = eventErrors(openedAt, events);
  if (refusals.length === 0) return events;
  const errors = refusals.map(({ index, detail }) => ({
    pointer: `/events/${order[index]}`,
    code: 'invalid_events',
    detail,
  }));
  const detail = errors.map((error) => `${error.pointer} ${error.detail}`).join('; ');
  throw new DomainError('invalid_events', detail, {}, errors);
}

const at = (events: SlaEvent[], index: number): number => (events[index] as SlaEvent).at;
