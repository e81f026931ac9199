import { BooleanField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';

export class BeginUploadRequest {
  @TextField({ max: 100, example: 'image/jpeg', description: 'image/jpeg, image/png or image/webp' })
  content_type: string;
}

export class UploadLinkResponse {
  @TextField({ max: 4000, description: 'PUT the file there within 10 minutes, with the announced Content-Type' })
  url: string;

  @IdField({ description: 'Confirms the upload' })
  object_id: string;
}

export class ConfirmUploadRequest {
  @IdField({ description: 'From the response that contained the link' })
  object_id: string;
}

export class UploadedResponse {
  @TextField({ max: 2000, min: 0, description: 'The address of the new picture; empty when nothing was uploaded' })
  raw_url: string;

  @TextField({ max: 4000, min: 0, description: 'A link to the same file that works without a session for 10 minutes' })
  source_uri: string;

  @BooleanField({ description: 'False when nothing has been uploaded to the link yet', example: true })
  uploaded: boolean;

  @IdField()
  object_id: string;
}
