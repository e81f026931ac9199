import { Module } from '@nestjs/common';
import { SlaPoliciesModule } from '#libs/sla-policies/sla-policies.module';
import { SlaPoliciesController } from '#libs/sla-policies/sla-policies.controller';

@Module({ imports: [SlaPoliciesModule], controllers: [SlaPoliciesController] })
export class SlaPoliciesApiModule {}
