import { DEMO_HOLIDAYS, FURNITURE_TARGETS } from '#apps/local/demo-data/demo-policies';
import { WORKING_WEEK } from '#libs/core/time/business-hours';
import { EXAMPLE_CASE } from '#libs/sla-policies/evaluate.dto';
import { readClock, type SlaCase } from '#libs/sla-policies/sla-clock';
import { minutesOf } from '#libs/sla-policies/targets';
import { WorkingTime } from '#libs/sla-policies/working-time';

/** The case of docs/sla.md: the site and the policy of the demo data, and what the clock says. */
export const ZONE = 'Europe/London';
export const HOLIDAYS = DEMO_HOLIDAYS;

export const calendar = new WorkingTime({ time_zone: ZONE, business_hours: WORKING_WEEK, holidays: HOLIDAYS });

export const seen: SlaCase = {
  openedAt: Date.parse(EXAMPLE_CASE.opened_at),
  events: EXAMPLE_CASE.events.map(({ type, at }) => ({ type, at: Date.parse(at) })),
  now: Date.parse(EXAMPLE_CASE.now),
};

const allowances = {
  first_response: minutesOf(FURNITURE_TARGETS.first_response),
  resolution: minutesOf(FURNITURE_TARGETS.resolution),
  escalation: minutesOf(FURNITURE_TARGETS.escalation),
};

export const reading = readClock(allowances, seen, calendar);
