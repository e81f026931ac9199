import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFound } from '#libs/core/errors/domain-error';
import { PROBLEMS, type ProblemCode } from '#libs/core/errors/problem-codes';
import { Public } from '#libs/core/http/access';

/** The pages that `type` of a problem document points to. */
@ApiExcludeController()
@Controller('problems')
export class ProblemsController {
  @Get(':code')
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  explain(@Param('code') code: string): string {
    if (!Object.hasOwn(PROBLEMS, code)) throw new NotFound('This problem code');
    const [status, title, remedy] = PROBLEMS[code as ProblemCode];
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} - Lodge</title>
<h1>${title}</h1><p><code>${code}</code>, HTTP status ${status}</p><p>${remedy}</p></html>`;
  }
}
