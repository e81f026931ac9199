import type { Language } from '#libs/core/languages/catalogue';
import { escapeHtml, pageOf } from '#libs/core/pages/page';

interface Shown {
  title: string;
  status: number;
  detail: string;
  code: string;
  instance: string;
  errors: { pointer: string; detail: string }[];
}

/**
 * A problem for a person who opened an address: what is wrong, the way on, and what to quote when asking for help. Its title is in the
 * language of the reader, as in the document.
 */
export function problemPage({ title, status, detail, code, instance, errors }: Shown, language: Language): string {
  const fields = errors.map(
    (error) => `<li><code>${escapeHtml(error.pointer)}</code> ${escapeHtml(error.detail)}</li>`,
  );
  const logIn = status === 401 ? '<p><a href="/docs">Log in</a>, then open this address again.</p>\n' : '';
  return pageOf({
    title,
    body: `<h1 lang="${language}" dir="auto">${escapeHtml(title)}</h1>
<p class="message" data-kind="bad">${escapeHtml(detail)}</p>
${fields.length > 0 ? `<ul>${fields.join('')}</ul>\n` : ''}${logIn}<dl><dt>Code</dt><dd><a href="/problems/${code}"><code>${code}</code></a></dd><dt>HTTP status</dt><dd>${status}</dd><dt>Request</dt><dd><code>${escapeHtml(instance)}</code></dd></dl>
<p class="soft">Quote the id of the request when you ask for help.</p>
<p><a href="/">Lodge</a> · <a href="/docs">All operations</a></p>`,
  });
}
