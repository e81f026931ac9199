import { EnumField } from '#libs/core/http/fields';

export class HealthResponse {
  @EnumField(['ok'])
  status: 'ok' = 'ok' as const;
}
