import { Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { ErasureService } from '#libs/privacy/erasure.service';

@ApiTags('Students')
@ApiParam({ name: 'siteId' })
@Controller('students/:siteId/:userId')
export class PrivacyController {
  constructor(private readonly erasure: ErasureService) {}

  @Post('erase')
  @Idempotent()
  @Operation({
    summary: 'Anonymise a student permanently',
    description:
      'Also works for a deleted student. Bookings keep their rows, without notes, reasons and number plates; names ' +
      'are removed from other texts of the staff. Stored responses that named the student are emptied: a repeated ' +
      'request returns 410 `answer_erased`. Pictures and documents are deleted at once, and the stored roll-call is ' +
      'replaced.',
    access: 'student.erase',
    response: SuccessResponse,
    addition: true,
    errors: ['has_live_bookings', 'version_mismatch'],
  })
  async erase(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.erasure.erase(access, id, version);
    return { success: true };
  }
}
