import { Body, Controller, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { PictureUploadsService } from '#libs/pictures/picture-uploads.service';
import {
  BeginUploadRequest,
  ConfirmUploadRequest,
  UploadedResponse,
  UploadLinkResponse,
} from '#libs/pictures/pictures.dto';

@ApiTags('Sessions and users')
@Controller('users/avatar')
export class AvatarsController {
  constructor(private readonly uploads: PictureUploadsService) {}

  @Post()
  @Operation({
    summary: 'Get a link to upload your picture to',
    access: 'session',
    response: UploadLinkResponse,
    example: { content_type: 'image/jpeg' },
    errors: ['unsupported_media_type'],
  })
  begin(@CurrentCaller() caller: Caller, @Body() body: BeginUploadRequest): Promise<UploadLinkResponse> {
    return this.uploads.begin(caller, { userId: caller.userId }, body.content_type);
  }

  @Put()
  @Operation({
    summary: 'Set the uploaded file as your picture',
    description: 'It is re-encoded as WebP of 512 x 512 pixels; nothing else of the file is kept.',
    access: 'session',
    response: UploadedResponse,
    errors: ['not_found', 'invalid_image'],
    example: { object_id: EXAMPLE.upload },
  })
  confirm(@CurrentCaller() caller: Caller, @Body() body: ConfirmUploadRequest): Promise<UploadedResponse> {
    return this.uploads.confirm(caller, { userId: caller.userId }, body.object_id);
  }
}
