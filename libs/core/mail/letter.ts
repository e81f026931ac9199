import type { Mail } from '#libs/core/mail/mailer';
import { escapeHtml } from '#libs/core/pages/page';

/** What a mail says, in plain words; it is sent as HTML and as text. */
export interface Letter {
  to: string;
  subject: string;
  paragraphs: string[];
  /** What the reader is asked to do, as a link. */
  action?: { label: string; url: string };
  /** What comes after the link. */
  after?: string[];
}

const STYLE = {
  body: 'margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 system-ui,sans-serif;color:#1b2733',
  card: 'max-width:34rem;margin:0 auto;padding:24px 32px;background:#fff;border-top:4px solid #2f6fed;border-radius:6px',
  button: 'display:inline-block;padding:10px 20px;background:#2f6fed;color:#fff;text-decoration:none;border-radius:4px',
};

const paragraph = (text: string): string => `<p style="overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

function htmlOf({ subject, paragraphs, action, after = [] }: Letter): string {
  const link =
    action && `<p><a href="${escapeHtml(action.url)}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLE.body}"><div style="${STYLE.card}">
${[...paragraphs.map(paragraph), link ?? '', ...after.map(paragraph)].filter(Boolean).join('\n')}
</div></body></html>`;
}

/** A letter as it is sent: text for programs and plain readers, HTML for the others. Nothing in it is loaded from elsewhere. */
export function mailOf(letter: Letter): Mail {
  const { to, subject, paragraphs, action, after = [] } = letter;
  const text = [...paragraphs, ...(action ? [action.url] : []), ...after].join('\n\n');
  return { to, subject, text, html: htmlOf(letter) };
}
