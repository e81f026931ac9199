import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ApiKeyAccess } from '#libs/accounts/api-keys/api-key-access';
import { ApiKeysService } from '#libs/accounts/api-keys/api-keys.service';
import { ClaimReader } from '#libs/accounts/access/claims';
import { Admission } from '#libs/accounts/access/admission';
import { JwtStrategy } from '#libs/accounts/access/jwt.strategy';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { MailModule } from '#libs/core/mail/mail.module';
import { InvitationsService } from '#libs/accounts/members/invitations.service';
import { MemberAccessService } from '#libs/accounts/members/member-access.service';
import { MembersService } from '#libs/accounts/members/members.service';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { PasswordResetsService } from '#libs/accounts/passwords/password-resets.service';
import { RateLimiter } from '#libs/core/limits/rate-limiter';
import { RateLimits } from '#libs/accounts/limits/rate-limits';
import { LogInService } from '#libs/accounts/sessions/log-in.service';
import { PasswordCheck } from '#libs/accounts/sessions/password-check';
import { SessionTokens } from '#libs/accounts/sessions/session-tokens';
import { SessionsService } from '#libs/accounts/sessions/sessions.service';
import { UsersService } from '#libs/accounts/users/users.service';

const SERVICES = [
  LogInService,
  SessionsService,
  UsersService,
  PasswordResetsService,
  MembersService,
  MemberAccessService,
  InvitationsService,
  ApiKeysService,
  ApiKeyAccess,
  ClaimReader,
  JwtStrategy,
  LogInAttempts,
  RateLimits,
];

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
  providers: [...SERVICES, PasswordCheck, SessionTokens, OperatorService, RateLimiter, Admission],
  exports: SERVICES,
})
export class AccountsModule {}
