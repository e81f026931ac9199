import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { DomainError } from '#libs/core/errors/domain-error';
import { Health } from '#libs/core/health/health';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { readinessOf } from '#libs/core/health/readiness';
import { DependencyResponse, HealthResponse, ReadinessResponse } from '#apps/api/health.dto';

@ApiTags('Health')
@ApiExtraModels(DependencyResponse)
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly life: Lifecycle,
  ) {}

  @Get('live')
  @Operation({ summary: 'Whether the process runs', access: 'public', response: HealthResponse, addition: true })
  live(): HealthResponse {
    return { status: 'ok' };
  }

  @Get('startup')
  @Operation({
    summary: 'Whether the database has the schema of this version',
    access: 'public',
    response: HealthResponse,
    addition: true,
  })
  async startup(): Promise<HealthResponse> {
    if (await this.health.isMigrated()) return { status: 'ok' };
    throw new DomainError('dependency_unavailable', 'The schema of the database is older than this version: migrate.');
  }

  @Get('ready')
  @Operation({
    summary: 'Whether this process should be given requests: each dependency by name',
    description:
      'Answers 503 with the same `dependencies` when a required one failed, or with none when the process is stopping.',
    access: 'public',
    response: ReadinessResponse,
    addition: true,
  })
  async ready(): Promise<ReadinessResponse> {
    const { status, detail, dependencies } = await readinessOf(this.health, this.life);
    if (status === 'unavailable') throw new DomainError('dependency_unavailable', detail, { dependencies });
    return { status, dependencies };
  }
}
