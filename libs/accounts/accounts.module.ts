import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { CONFIG, type Config } from '#libs/core/config/config';
import { AccessGuard } from '#libs/accounts/access/access.guard';
import { ApiKeyAccess } from '#libs/accounts/api-keys/api-key-access';
import { ApiKeysController } from '#libs/accounts/api-keys/api-keys.controller';
import { ApiKeysService } from '#libs/accounts/api-keys/api-keys.service';
import { CredentialCheck } from '#libs/accounts/access/credential-check';
import { JwtStrategy } from '#libs/accounts/access/jwt.strategy';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { MailModule } from '#libs/core/mail/mail.module';
import { MembersController } from '#libs/accounts/members/members.controller';
import { MembersService } from '#libs/accounts/members/members.service';
import { OwnSessionsController } from '#libs/accounts/sessions/own-sessions.controller';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { PasswordResetsController } from '#libs/accounts/passwords/password-resets.controller';
import { PasswordResetsService } from '#libs/accounts/passwords/password-resets.service';
import { RateLimiter } from '#libs/core/limits/rate-limiter';
import { RateLimits } from '#libs/accounts/limits/rate-limits';
import { SessionsController } from '#libs/accounts/sessions/sessions.controller';
import { SessionsService } from '#libs/accounts/sessions/sessions.service';
import { UsersController } from '#libs/accounts/users/users.controller';
import { UsersService } from '#libs/accounts/users/users.service';

@Module({
  imports: [
    MailModule,
    PassportModule,
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        secret: config.JWT_SECRET,
        signOptions: { algorithm: 'HS256', expiresIn: `${config.SESSION_ACCESS_MINUTES}m` },
        verifyOptions: { algorithms: ['HS256'] },
      }),
    }),
  ],
  controllers: [
    SessionsController,
    UsersController,
    PasswordResetsController,
    MembersController,
    OwnSessionsController,
    ApiKeysController,
  ],
  providers: [
    SessionsService,
    UsersService,
    PasswordResetsService,
    MembersService,
    OperatorService,
    ApiKeysService,
    ApiKeyAccess,
    LogInAttempts,
    RateLimiter,
    RateLimits,
    JwtStrategy,
    CredentialCheck,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [SessionsService],
})
export class AccountsModule {}
