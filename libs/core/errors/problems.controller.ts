import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFound } from '#libs/core/errors/domain-error';
import { PROBLEMS, type ProblemCode } from '#libs/core/errors/problem-codes';
import { exampleOf } from '#libs/core/errors/problem-examples';
import { Public } from '#libs/core/http/access';
import { escapeHtml, PAGE_POLICY, pageOf } from '#libs/core/pages/page';

/** The pages that `type` of a problem document points to. */
@ApiExcludeController()
@Controller('problems')
export class ProblemsController {
  @Get()
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  list(): string {
    const codes = Object.entries(PROBLEMS).sort(([, [one]], [, [other]]) => one - other);
    const lines = codes.map(
      ([code, [status, title]]) =>
        `<li><a href="/problems/${code}">${escapeHtml(title)}</a><span class="soft">${status} <code>${code}</code></span></li>`,
    );
    return pageOf({
      title: 'Problems',
      body: `<h1>Problems</h1>
<p>Why Lodge may refuse a request, and what to do then.</p>
<ul class="links">${lines.join('\n')}</ul>`,
    });
  }

  @Get(':code')
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  explain(@Param('code') code: string): string {
    if (!Object.hasOwn(PROBLEMS, code)) throw new NotFound('This problem code');
    const [status, title, remedy] = PROBLEMS[code as ProblemCode];
    return pageOf({
      title,
      body: `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(remedy)}</p>
<dl><dt>Code</dt><dd><code>${code}</code></dd><dt>HTTP status</dt><dd>${status}</dd></dl>
<p class="soft">The response itself says more: <code>detail</code> is a sentence about this one request, <code>errors</code> names each field with the fix, and <code>instance</code> is the request id to quote when you ask for help.</p>
<h2>Example</h2>
<pre><code>${escapeHtml(JSON.stringify(exampleOf(code as ProblemCode), null, 2))}</code></pre>
<p><a href="/problems">All problems</a> · <a href="/docs">All operations</a> · <a href="/">Lodge</a></p>`,
    });
  }
}
