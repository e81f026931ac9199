import { Module } from '@nestjs/common';
import { MailModule } from '#libs/core/mail/mail.module';
import { AccountsModule } from '#libs/accounts/accounts.module';
import { SessionsController } from '#libs/accounts/sessions/sessions.controller';
import { UsersController } from '#libs/accounts/users/users.controller';
import { PasswordResetsController } from '#libs/accounts/passwords/password-resets.controller';
import { MembersController } from '#libs/accounts/members/members.controller';
import { OwnSessionsController } from '#libs/accounts/sessions/own-sessions.controller';
import { ApiKeysController } from '#libs/accounts/api-keys/api-keys.controller';

@Module({
  imports: [AccountsModule, MailModule],
  controllers: [
    SessionsController,
    UsersController,
    PasswordResetsController,
    MembersController,
    OwnSessionsController,
    ApiKeysController,
  ],
})
export class AccountsApiModule {}
