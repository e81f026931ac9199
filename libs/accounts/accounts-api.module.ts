import { Module } from '@nestjs/common';
import { MailModule } from '#libs/core/mail/mail.module';
import { AccountsModule } from '#libs/accounts/accounts.module';
import { SessionsController } from '#libs/accounts/sessions/sessions.controller';
import { UsersController } from '#libs/accounts/users/users.controller';
import { PasswordResetsController } from '#libs/accounts/passwords/password-resets.controller';
import { MembersController } from '#libs/accounts/members/members.controller';
import { AuditModule } from '#libs/accounts/audit/audit.module';
import { AuditLogController } from '#libs/accounts/audit/audit-log.controller';
import { InvitationsController } from '#libs/accounts/members/invitations.controller';
import { MemberAccessController } from '#libs/accounts/members/member-access.controller';
import { OwnSessionsController } from '#libs/accounts/sessions/own-sessions.controller';
import { ApiKeysController } from '#libs/accounts/api-keys/api-keys.controller';

@Module({
  imports: [AccountsModule, AuditModule, MailModule],
  controllers: [
    SessionsController,
    UsersController,
    PasswordResetsController,
    MembersController,
    MemberAccessController,
    InvitationsController,
    AuditLogController,
    OwnSessionsController,
    ApiKeysController,
  ],
})
export class AccountsApiModule {}
