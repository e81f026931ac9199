import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { EXAMPLE } from '#libs/core/http/examples';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { SuccessResponse } from '#libs/core/http/success.dto';
import { StudentListService } from '#libs/students/student-list.service';
import { StudentRemovalService } from '#libs/students/student-removal.service';
import { redactedFor } from '#libs/students/sight';
import {
  ChangedStudentResponse,
  CreateStudentRequest,
  ListStudentsQuery,
  ReadStudentQuery,
  StudentCreatedResponse,
  StudentResponse,
  UpdateStudentRequest,
} from '#libs/students/students.dto';
import { StudentsService } from '#libs/students/students.service';

const SITE = ApiParam({ name: 'siteId' });

@ApiTags('Students')
@Controller('students')
export class StudentsController {
  constructor(
    private readonly students: StudentsService,
    private readonly lists: StudentListService,
    private readonly removal: StudentRemovalService,
  ) {}

  @Post()
  @Idempotent()
  @Operation({
    summary: 'Create a student',
    access: 'student.write',
    response: StudentCreatedResponse,
    example: {
      site: EXAMPLE.site,
      first_name: 'Grace',
      last_name: 'Hopper',
      location: 'North House',
      email: 'grace.hopper@students.example',
      date_of_birth: '2006-12-09',
    },
    errors: ['email_in_use', 'student_id_in_use', 'unknown_reference'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateStudentRequest): Promise<StudentCreatedResponse> {
    return this.students.create(access, body);
  }

  @Get(':siteId')
  @SITE
  @Operation({
    summary: 'List the students of a site',
    description:
      'By last and first name, active and inactive. X-Total-Count is the number of matches. More than 1,000 are ' +
      'streamed, without an ETag.',
    access: 'student.read',
    response: [StudentResponse],
    errors: ['invalid_query', 'unknown_reference'],
  })
  async list(
    @Access() access: SiteAccess,
    @Query() query: ListStudentsQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // HEAD needs the headers only, and Fastify would read the whole stream and discard it.
    const wanted = reply.request.method === 'HEAD' ? { ...query, limit: 0 } : query;
    const { total, json } = await this.lists.open(access, wanted);
    await redacted(access, reply)
      .header('x-total-count', total)
      .header('content-type', 'application/json; charset=utf-8')
      .send(json);
  }

  @Get(':siteId/:userId')
  @SITE
  @Operation({
    summary: 'Read a student',
    description: 'With `as_of`, the record as it was at an instant. A person who was erased has no history.',
    access: 'student.read',
    response: StudentResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  read(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Query() query: ReadStudentQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StudentResponse> {
    redacted(access, reply);
    return this.students.get(access, id, query.as_of);
  }

  @Patch(':siteId/:userId')
  @SITE
  @Operation({
    summary: 'Change a student',
    access: 'student.write',
    response: ChangedStudentResponse,
    example: { first_name: 'Zoë', last_name: 'Ångström', location: EXAMPLE.building, flags: [EXAMPLE.flag] },
    errors: ['email_in_use', 'student_id_in_use', 'unknown_reference', 'version_mismatch'],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Body() body: UpdateStudentRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @IfMatch() version?: number,
  ): Promise<ChangedStudentResponse> {
    redacted(access, reply);
    return this.students.update(access, id, body, version);
  }

  @Delete(':siteId/:userId')
  @SITE
  @Operation({
    summary: 'Delete a student',
    description: 'Bookings of the past keep the record.',
    access: 'student.delete',
    response: SuccessResponse,
    errors: ['has_live_bookings', 'version_mismatch'],
  })
  async delete(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @IfMatch() version?: number,
  ): Promise<SuccessResponse> {
    await this.removal.delete(access, id, version);
    return { success: true };
  }
}

/** Says in a header what was left out. */
function redacted(access: SiteAccess, reply: FastifyReply): FastifyReply {
  const left = redactedFor(access);
  return left ? reply.header('x-redacted', left) : reply;
}
