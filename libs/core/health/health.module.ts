import { Module } from '@nestjs/common';
import { Health } from '#libs/core/health/health';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { MailModule } from '#libs/core/mail/mail.module';
import { StorageModule } from '#libs/core/storage/storage.module';

@Module({ imports: [MailModule, StorageModule], providers: [Health, Lifecycle], exports: [Health, Lifecycle] })
export class HealthModule {}
