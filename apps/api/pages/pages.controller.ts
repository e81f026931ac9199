import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { bookingPage, homePage, invitationsPage, resetPasswordPage } from '#apps/api/pages/pages';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Public } from '#libs/core/http/access';
import { PAGE_POLICY } from '#libs/core/pages/page';

/** The pages for people: what Lodge is, a new password, and what a printed QR code leads to. */
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  home(): string {
    return homePage();
  }

  @Get('reset-password')
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  resetPassword(): string {
    return resetPasswordPage(this.config.PASSWORD_MIN_LENGTH);
  }

  @Get('invitations')
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  invitations(): string {
    return invitationsPage();
  }

  @Get('booking/:reference')
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  booking(@Param('reference') reference: string, @Query('site') site?: unknown): string {
    return bookingPage(reference, typeof site === 'string' ? site : '');
  }
}
