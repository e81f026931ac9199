import { Module } from '@nestjs/common';
import { MailSweepService } from '#libs/core/mail/mail-sweep.service';
import { Mailer } from '#libs/core/mail/mailer';
import { Outbox } from '#libs/core/mail/outbox';

@Module({ providers: [Mailer, MailSweepService, Outbox], exports: [Mailer, MailSweepService, Outbox] })
export class MailModule {}
