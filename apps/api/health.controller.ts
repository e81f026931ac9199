import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Database } from '#libs/core/database/database';
import { Operation } from '#libs/accounts/operation.decorator';
import { HealthResponse } from '#apps/api/health.dto';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get('live')
  @Operation({ summary: 'Whether the process runs', access: 'public', answers: HealthResponse, addition: true })
  live(): HealthResponse {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({ summary: 'Whether PostgreSQL answers, too', access: 'public', answers: HealthResponse, addition: true })
  async ready(): Promise<HealthResponse> {
    await this.database.rows('SELECT 1');
    return { status: 'ok' };
  }
}
