import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IdParam } from '#libs/core/http/ids';
import { FILE_TYPES } from '#libs/core/http/file-types';
import { type FileRoute, LargeBody } from '#libs/core/http/large-body';
import { Clock } from '#libs/core/time/clock';
import { SiteQuery } from '#libs/bookings/read-booking.dto';
import {
  CommitFileQuery,
  CommitRequest,
  ImportFileQuery,
  ImportPreviewRequest,
  SiteRequest,
} from '#libs/booking-import/booking-import.dto';
import {
  BookingImportResponse,
  ImportPreviewResponse,
  ImportUndoResponse,
} from '#libs/booking-import/import-responses.dto';
import { fieldOf } from '#libs/booking-import/columns/columns';
import { CommitService } from '#libs/booking-import/commit/commit.service';
import { ImportThreads } from '#libs/booking-import/import-threads';
import { UndoService } from '#libs/booking-import/undo/undo.service';
import { RepeatableAnyway } from '#libs/idempotency/idempotent.decorator';

const JSON_TYPE = 'application/json; charset=utf-8';
const ROWS = [
  {
    row_index: 0,
    values: {
      first_name: 'Ada',
      last_name: 'Byron',
      room: 'N-101',
      contract_start: '18/09/2029',
      contract_end: '2030-06-30',
    },
  },
  { row_index: 1, values: { student_id: 'S-999999', room: 'Attic', contract_start: 'soon' } },
];

/** Rows of a file come as those of JSON do. */
const FILES: FileRoute = {
  columnOf: fieldOf,
  rowsIn: 'rows',
  rowOf: (row) => row,
  dateSystem: 'date_system',
  remembersEncoding: true,
};

@ApiTags('Bookings')
@Controller('bookings')
export class BookingImportController {
  constructor(
    private readonly threads: ImportThreads,
    private readonly clock: Clock,
    private readonly commits: CommitService,
    private readonly undos: UndoService,
  ) {}

  @Post('import/preview')
  @LargeBody(FILES)
  @ApiConsumes('application/json', ...FILE_TYPES)
  @Operation({
    summary: 'Preview an import of bookings',
    description:
      'Returns for each row the person and the room that it means, the evidence, its errors, the bookings in its ' +
      'way, and what an import would do. It writes nothing. The rows can also be sent as a file, CSV (cells ' +
      'separated by commas, ' +
      'semicolons or tabs) or a workbook (.xlsx), as it is with the site in the query, or in a form. A filled cell ' +
      'in an unknown column is an issue of its row; `columns` declares the column for the whole file.',
    access: 'booking.preview',
    rateLimit: 'bulk',
    response: ImportPreviewResponse,
    example: { site: EXAMPLE.site, rows: ROWS },
    errors: ['contradictory_decisions', 'payload_too_large', 'unsupported_media_type'],
  })
  async preview(
    @Access() access: SiteAccess,
    @Body() body: ImportPreviewRequest,
    @Query() _query: ImportFileQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await reply.type(JSON_TYPE).send(await this.threads.preview(access, body, this.clock.now()));
  }

  @Post('import/commit')
  @LargeBody(FILES)
  @ApiConsumes('application/json', ...FILE_TYPES)
  @Operation({
    summary: 'Commit an import of bookings',
    rateLimit: 'bulk',
    description:
      'Every row is matched again, whatever the preview said. Ready rows need no resolution; a row that needs a ' +
      'decision and has none is skipped as `unresolved`; a row whose decision is no longer valid fails as ' +
      '`changed_since_preview`. `preview_id` takes the rows of a preview of the last 24 hours, with the ' +
      'declarations about its file. Declarations are remembered for the next file with the same headers. ' +
      'The rows can also be sent as a file, as in a preview, with `idempotency_key` in the query or the form. ' +
      'After 25 seconds the response is `processing`: read the import, or poll the job with the same id.',
    access: 'booking.import',
    response: BookingImportResponse,
    example: {
      site: EXAMPLE.site,
      idempotency_key: 'autumn-2029',
      rows: ROWS,
      resolutions: [{ row_index: 1, action: 'skip' }],
    },
    errors: [
      'unknown_reference',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'contradictory_decisions',
      'preview_expired',
    ],
  })
  async commit(
    @Access() access: SiteAccess,
    @Body() body: CommitRequest,
    @Query() _query: CommitFileQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, replayed } = await this.commits.commit(access, body);
    if (replayed) reply.header('idempotent-replayed', 'true');
    await reply.type(JSON_TYPE).send(json);
  }

  @Get('imports/:importId')
  @Operation({
    summary: 'Read an import',
    description: 'The result of each row, as far as the import has come.',
    access: 'booking.read',
    response: BookingImportResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  async read(
    @Access() access: SiteAccess,
    @IdParam('importId') id: string,
    @Query() _query: SiteQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await reply.type(JSON_TYPE).send(await this.commits.get(access, id));
  }

  @Post('imports/:importId/undo')
  @RepeatableAnyway()
  @Operation({
    summary: 'Undo an import',
    description:
      'New bookings are voided, changed ones get their old values, and bookings that an override removed are ' +
      'reinstated. A row whose booking was changed since is kept, unless by later imports that are undone; a row that ' +
      'cannot be reversed says why, and is tried again on request. A worker does this batch by batch: after 25 ' +
      'seconds the response is `processing`; repeat the request, or poll the job.',
    access: 'booking.import',
    response: ImportUndoResponse,
    addition: true,
    errors: ['import_in_progress'],
    example: { site: EXAMPLE.site },
  })
  undo(
    @Access() access: SiteAccess,
    @IdParam('importId') id: string,
    @Body() _body: SiteRequest,
  ): Promise<ImportUndoResponse> {
    return this.undos.undo(access, id);
  }
}
