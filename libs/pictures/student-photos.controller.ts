import { Body, Controller, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { IdParam } from '#libs/core/http/ids';
import { PictureUploadsService } from '#libs/pictures/picture-uploads.service';
import {
  BeginUploadRequest,
  ConfirmUploadRequest,
  UploadedResponse,
  UploadLinkResponse,
} from '#libs/pictures/pictures.dto';
import { hasStudent, type Subject } from '#libs/pictures/pictures.queries';

@ApiTags('Students')
@ApiParam({ name: 'siteId' })
@Controller('students/:siteId/:userId/photo')
export class StudentPhotosController {
  constructor(
    private readonly uploads: PictureUploadsService,
    private readonly database: Database,
  ) {}

  @Post()
  @Operation({
    summary: 'Get a link to upload the picture of a student to',
    access: 'student.write',
    response: UploadLinkResponse,
    addition: true,
    example: { content_type: 'image/jpeg' },
    errors: ['unsupported_media_type'],
  })
  async begin(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Body() body: BeginUploadRequest,
  ): Promise<UploadLinkResponse> {
    return this.uploads.begin(access.caller, await this.student(access, id), body.content_type);
  }

  @Put()
  @Operation({
    summary: 'Set the uploaded file as the picture of a student',
    access: 'student.write',
    response: UploadedResponse,
    addition: true,
    errors: ['invalid_image'],
    example: { object_id: EXAMPLE.upload },
  })
  async confirm(
    @Access() access: SiteAccess,
    @IdParam('userId') id: string,
    @Body() body: ConfirmUploadRequest,
  ): Promise<UploadedResponse> {
    return this.uploads.confirm(access.caller, await this.student(access, id), body.object_id);
  }

  private async student({ site }: SiteAccess, studentId: string): Promise<Subject> {
    if (!(await hasStudent(this.database, site.id, studentId))) throw new NotFound('The student');
    return { siteId: site.id, studentId };
  }
}
