import { Module } from '@nestjs/common';
import { Mailer } from '#libs/core/mail/mailer';

@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
