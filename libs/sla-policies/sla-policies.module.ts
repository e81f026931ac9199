import { Module } from '@nestjs/common';
import { SlaPoliciesController } from '#libs/sla-policies/sla-policies.controller';
import { SlaPoliciesService } from '#libs/sla-policies/sla-policies.service';
import { SlaEvaluationService } from '#libs/sla-policies/sla-evaluation.service';

@Module({
  controllers: [SlaPoliciesController],
  providers: [SlaPoliciesService, SlaEvaluationService],
})
export class SlaPoliciesModule {}
