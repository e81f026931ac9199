import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SlaPoliciesController } from '#libs/sla-policies/sla-policies.controller';
import { SlaPoliciesService } from '#libs/sla-policies/sla-policies.service';
import { SlaEvaluationService } from '#libs/sla-policies/sla-evaluation.service';
import { SlaPolicy } from '#libs/sla-policies/sla-policy.entity';
import { SlaPolicyCategory } from '#libs/sla-policies/sla-policy-category.entity';

@Module({
  imports: [TypeOrmModule.forFeature([SlaPolicy, SlaPolicyCategory])],
  controllers: [SlaPoliciesController],
  providers: [SlaPoliciesService, SlaEvaluationService],
})
export class SlaPoliciesModule {}
