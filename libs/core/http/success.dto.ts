import { BooleanField } from '#libs/core/http/fields';

export class SuccessResponse {
  @BooleanField({ example: true })
  success: true = true as const;
}
