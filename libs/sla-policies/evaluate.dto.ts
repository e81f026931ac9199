import { BooleanField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { SLA_EVENTS, type SlaEventType, type SlaState, type TargetReading } from '#libs/sla-policies/sla-clock';

const SLA_STATES = ['running', 'paused', 'resolved'] as const satisfies readonly SlaState[];

export class SlaEventRequest {
  @EnumField(SLA_EVENTS, { example: 'pause' })
  type: SlaEventType;

  @InstantField({ example: '2026-10-26T11:00:00Z' })
  at: string;
}

export class EvaluateSlaRequest {
  @IdField({ example: EXAMPLE.coveredCategory })
  category_id: string;

  @InstantField({ example: '2026-10-23T14:00:00+01:00' })
  opened_at: string;

  @ListField(() => SlaEventRequest, {
    max: 1000,
    optional: true,
    description: 'The events since then, in any order; events after `now` have not happened yet',
  })
  events?: SlaEventRequest[];

  @InstantField({ optional: true, description: 'When to look at it; left out: now' })
  now?: string;
}

/** The case of docs/sla.md. */
export const EXAMPLE_CASE = {
  category_id: EXAMPLE.coveredCategory,
  opened_at: '2026-10-23T14:00:00+01:00',
  events: [
    { type: 'first_response', at: '2026-10-23T16:30:00+01:00' },
    { type: 'pause', at: '2026-10-26T11:00:00Z' },
    { type: 'resume', at: '2026-10-27T13:00:00Z' },
  ],
  now: '2026-10-27T15:00:00Z',
} satisfies EvaluateSlaRequest;

export class EvaluatedPolicyResponse {
  @IdField() _id: string;
  @TextField({ max: 100, example: 'Furniture' }) name: string;
}

const MANY_SECONDS = 10_000_000_000;

export class TargetReadingResponse {
  @InstantField({
    nullable: true,
    description: 'When the time is up; null while the clock is paused with time left, and when it is after 2100',
  })
  due_at: string | null;

  @IntegerField({
    min: -MANY_SECONDS,
    max: MANY_SECONDS,
    example: 3600,
    description: 'Seconds of counting time left when it was met, else now; below 0 when late',
  })
  remaining: number;

  @BooleanField({ description: 'Whether the time was up before it was met' }) breached: boolean;
  @InstantField({ nullable: true }) met_at: string | null;

  static from({ dueAt, remaining, breached, metAt }: TargetReading): TargetReadingResponse {
    return { due_at: isoOf(dueAt), remaining, breached, met_at: isoOf(metAt) };
  }
}

export class TargetReadingsResponse {
  @ObjectField(() => TargetReadingResponse, { nullable: true }) first_response: TargetReadingResponse | null;
  @ObjectField(() => TargetReadingResponse, { nullable: true }) resolution: TargetReadingResponse | null;
  @ObjectField(() => TargetReadingResponse, { nullable: true }) escalation: TargetReadingResponse | null;
}

export class EvaluateSlaResponse {
  @ObjectField(() => EvaluatedPolicyResponse, { description: 'The enabled policy that covers the category' })
  policy: EvaluatedPolicyResponse;

  @IdField({ example: EXAMPLE.coveredCategory }) category_id: string;
  @InstantField() opened_at: string;
  @InstantField() now: string;
  @EnumField(SLA_STATES, { example: 'running' }) state: SlaState;
  @BooleanField() business_hours_only: boolean;
  @ObjectField(() => TargetReadingsResponse, { description: 'null for a target that the policy does not set' })
  targets: TargetReadingsResponse;
}

const isoOf = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
