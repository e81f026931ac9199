import { Module } from '@nestjs/common';
import { SlaPoliciesService } from '#libs/sla-policies/sla-policies.service';
import { SlaEvaluationService } from '#libs/sla-policies/sla-evaluation.service';

@Module({
  providers: [SlaPoliciesService, SlaEvaluationService],
  exports: [SlaPoliciesService, SlaEvaluationService],
})
export class SlaPoliciesModule {}
