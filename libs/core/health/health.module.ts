import { Module } from '@nestjs/common';
import { Health } from '#libs/core/health/health';
import { Life } from '#libs/core/health/life';
import { MailModule } from '#libs/core/mail/mail.module';
import { StorageModule } from '#libs/core/storage/storage.module';

@Module({ imports: [MailModule, StorageModule], providers: [Health, Life], exports: [Health, Life] })
export class HealthModule {}
