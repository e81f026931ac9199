import { Module } from '@nestjs/common';
import { Health } from '#libs/core/health/health';
import { Life } from '#libs/core/health/life';
import { MailModule } from '#libs/core/mail/mail.module';

@Module({ imports: [MailModule], providers: [Health, Life], exports: [Health, Life] })
export class HealthModule {}
