import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { BooleanField, EnumField, TextField } from '#libs/core/http/fields';
import type { DependencyState } from '#libs/core/health/dependency';

export class HealthResponse {
  @EnumField(['ok'])
  status: 'ok' = 'ok' as const;
}

export class DependencyResponse {
  @EnumField(['ok', 'failed'])
  status: 'ok' | 'failed';

  @BooleanField({ description: 'Whether the service is of no use without it.' })
  required: boolean;

  @TextField({ max: 50, optional: true, description: 'Why it failed, such as `refused` or `timeout`.' })
  reason?: string;
}

export class ReadinessResponse {
  @EnumField(['ok', 'degraded'], { description: '`degraded`: something failed that the service can do without.' })
  status: 'ok' | 'degraded';

  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(DependencyResponse) } })
  dependencies: Record<string, DependencyState>;
}
