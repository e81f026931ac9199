import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { EvaluateSlaRequest, EvaluateSlaResponse, EXAMPLE_CASE } from '#libs/sla-policies/evaluate.dto';
import { SlaEvaluationService } from '#libs/sla-policies/sla-evaluation.service';
import { CreateSlaPolicyRequest, SlaPolicyResponse, UpdateSlaPolicyRequest } from '#libs/sla-policies/sla-policies.dto';
import { SlaPoliciesService } from '#libs/sla-policies/sla-policies.service';

@ApiTags('SLA policies')
@ApiParam({ name: 'siteId' })
@Controller('sla-policies/:siteId')
export class SlaPoliciesController {
  constructor(
    private readonly policies: SlaPoliciesService,
    private readonly evaluation: SlaEvaluationService,
  ) {}

  @Get()
  @Operation({ summary: 'List the SLA policies of a site', access: 'sla.read', response: [SlaPolicyResponse] })
  list(@Access() access: SiteAccess): Promise<SlaPolicyResponse[]> {
    return this.policies.list(access);
  }

  @Post()
  @Operation({
    summary: 'Create an SLA policy',
    access: 'sla.write',
    response: SlaPolicyResponse,
    example: {
      name: 'Plumbing',
      category_ids: [EXAMPLE.category],
      targets: {
        first_response: { hours: 4, minutes: 0 },
        resolution: { hours: 40, minutes: 0 },
        escalation: { hours: 24, minutes: 0 },
        business_hours_only: true,
      },
    },
    errors: ['category_already_covered', 'unknown_reference', 'invalid_targets', 'business_hours_required'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateSlaPolicyRequest): Promise<SlaPolicyResponse> {
    return this.policies.create(access, body);
  }

  @Get(':policyId')
  @Operation({ summary: 'Read an SLA policy', access: 'sla.read', response: SlaPolicyResponse, addition: true })
  read(@Access() access: SiteAccess, @IdParam('policyId') id: string): Promise<SlaPolicyResponse> {
    return this.policies.get(access, id);
  }

  @Put(':policyId')
  @Operation({
    summary: 'Change an SLA policy',
    description: 'Fields that are left out do not change; `targets` replaces all targets.',
    access: 'sla.write',
    response: SlaPolicyResponse,
    example: { targets: { first_response: { hours: 1, minutes: 30 }, resolution: { hours: 48, minutes: 0 } } },
    errors: [
      'category_already_covered',
      'unknown_reference',
      'invalid_targets',
      'business_hours_required',
      'version_mismatch',
    ],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('policyId') id: string,
    @Body() body: UpdateSlaPolicyRequest,
    @IfMatch() version?: number,
  ): Promise<SlaPolicyResponse> {
    return this.policies.update(access, id, body, version);
  }

  @Delete(':policyId')
  @Operation({
    summary: 'Delete an SLA policy',
    access: 'sla.write',
    response: SuccessResponse,
    errors: ['version_mismatch'],
  })
  async delete(
    @Access() access: SiteAccess,
    @IdParam('policyId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.policies.delete(access, id, version);
    return { success: true };
  }

  @Post('evaluate')
  @Operation({
    summary: 'Work out when a case is due',
    description:
      'Reads the clock of a case by the enabled policy of its category, in the business hours, holidays and time zone of ' +
      'the site. Writes nothing.',
    access: 'sla.read',
    response: EvaluateSlaResponse,
    addition: true,
    example: EXAMPLE_CASE,
    errors: ['category_not_covered', 'unknown_reference', 'invalid_events'],
  })
  evaluate(@Access() access: SiteAccess, @Body() body: EvaluateSlaRequest): Promise<EvaluateSlaResponse> {
    return this.evaluation.evaluate(access, body);
  }
}
