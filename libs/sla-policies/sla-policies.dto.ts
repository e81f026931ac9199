import { BooleanField, IntegerField, NumberField, ObjectField, TextField } from '#libs/core/http/fields';
import { IdField, IdListField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import type { PolicyRow } from '#libs/sla-policies/sla-policies.queries';
import { durationOf, MAX_HOURS, MAX_MINUTES } from '#libs/sla-policies/targets';

export class DurationRequest {
  @NumberField({ min: 0, max: MAX_HOURS, optional: true, default: 0, example: 4 })
  hours?: number;

  @NumberField({ min: 0, max: MAX_MINUTES, optional: true, default: 0, example: 0 })
  minutes?: number;
}

export class TargetsRequest {
  @ObjectField(() => DurationRequest, { optional: true, nullable: true, description: 'At most as long as resolution' })
  first_response?: DurationRequest | null;

  @ObjectField(() => DurationRequest, { optional: true, nullable: true })
  resolution?: DurationRequest | null;

  @ObjectField(() => DurationRequest, { optional: true, nullable: true, description: 'At most as long as resolution' })
  escalation?: DurationRequest | null;

  @BooleanField({
    optional: true,
    default: false,
    description: "Count only the site's business hours; otherwise every hour counts",
  })
  business_hours_only?: boolean;
}

export class CreateSlaPolicyRequest {
  @TextField({ max: 100, example: 'Plumbing' })
  name: string;

  @IdListField({ min: 1, max: 100, example: [EXAMPLE.category] })
  category_ids: string[];

  @BooleanField({ optional: true, default: true, description: 'A category is in at most one enabled policy' })
  enabled?: boolean;

  @ObjectField(() => TargetsRequest, { optional: true })
  targets?: TargetsRequest;
}

export class UpdateSlaPolicyRequest {
  @TextField({ max: 100, optional: true })
  name?: string;

  @IdListField({ min: 1, max: 100, optional: true, description: 'Replaces all of them' })
  category_ids?: string[];

  @BooleanField({ optional: true })
  enabled?: boolean;

  @ObjectField(() => TargetsRequest, {
    optional: true,
    description: 'Replaces all targets; a target that is omitted is removed',
  })
  targets?: TargetsRequest;
}

export class DurationResponse {
  @IntegerField({ min: 0, max: MAX_HOURS, example: 4 }) hours: number;
  @IntegerField({ min: 0, max: MAX_MINUTES, example: 0 }) minutes: number;
}

export class TargetsResponse {
  @ObjectField(() => DurationResponse, { nullable: true }) first_response: DurationResponse | null;
  @ObjectField(() => DurationResponse, { nullable: true }) resolution: DurationResponse | null;
  @ObjectField(() => DurationResponse, { nullable: true }) escalation: DurationResponse | null;
  @BooleanField() business_hours_only: boolean;
}

export class SlaPolicyResponse {
  @IdField({ example: EXAMPLE.slaPolicy }) _id: string;
  @IdField({ example: EXAMPLE.site }) site: string;
  @TextField({ max: 100, example: 'Plumbing' }) name: string;
  @IdListField({ max: 100, example: [EXAMPLE.category] }) category_ids: string[];
  @BooleanField() enabled: boolean;
  @ObjectField(() => TargetsResponse) targets: TargetsResponse;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;
  @IdField({ nullable: true, description: 'The user who made the backup; null if it was the operator' })
  created_by: string | null;

  static from(row: PolicyRow): SlaPolicyResponse {
    return {
      _id: row.id,
      site: row.site_id,
      name: row.name,
      category_ids: row.category_ids,
      enabled: row.enabled,
      targets: {
        first_response: durationOf(row.first_response_minutes),
        resolution: durationOf(row.resolution_minutes),
        escalation: durationOf(row.escalation_minutes),
        business_hours_only: row.business_hours_only,
      },
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      created_by: row.created_by,
    };
  }
}
