import { Body, Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { MergeResponse, MergeStudentRequest, UndoMergeRequest, UndoMergeResponse } from '#libs/merges/merges.dto';
import { MergesService } from '#libs/merges/merges.service';
import { UndoMergeService } from '#libs/merges/undo-merge.service';

const BODY = ['unknown_reference', 'version_mismatch'] as const;

@ApiTags('Students')
@ApiParam({ name: 'siteId' })
@Controller('students/:siteId/:userId/merge')
export class MergesController {
  constructor(
    private readonly merges: MergesService,
    private readonly undoing: UndoMergeService,
  ) {}

  @Post()
  @Idempotent()
  @Operation({
    summary: 'Merge two records of one person',
    description:
      'The record in the path stays. It gets the bookings of the other one, as lead and as additional person, its ' +
      'flags, its places on the ' +
      'waiting list, and where it has none its email, photo, home and welfare. The other one is no more. Each ' +
      'booking and both records say so in their trails.',
    access: 'student.merge',
    response: MergeResponse,
    addition: true,
    example: { student: 'student_id:KC00034' },
    errors: [...BODY],
  })
  merge(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Body() { student }: MergeStudentRequest,
    @IfMatch() version?: number,
  ): Promise<MergeResponse> {
    return this.merges.merge(access, id, student, version);
  }

  @Post('undo')
  @Idempotent()
  @Operation({
    summary: 'Undo a merge',
    description:
      'Within the history window of the site. Everything that the merge changed, and that was not changed since, ' +
      'is restored; later bookings stay with the record that was kept. Each of the two lives where it is in house, ' +
      'else where it lived before the merge unless it has left since. An email that somebody has by now stays ' +
      'there, and `not_restored` says so; a student id that somebody has by now is refused, and `person` says who.',
    access: 'student.merge',
    response: UndoMergeResponse,
    addition: true,
    example: { student: EXAMPLE.mergedStudent },
    errors: [...BODY, 'merge_final', 'email_in_use', 'student_id_in_use'],
  })
  undo(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Body() { student }: UndoMergeRequest,
    @IfMatch() version?: number,
  ): Promise<UndoMergeResponse> {
    return this.undoing.undo(access, id, student, version);
  }
}
