import type { Attachment, Mail } from '#libs/core/mail/mailer';
import { type Speaker, speakerOf } from '#libs/core/languages/say';
import { contactLines, type Letterhead } from '#libs/core/pages/letterhead';
import { escapeHtml } from '#libs/core/pages/page';

/** The text of a mail, which is sent as HTML and as plain text. */
export interface Letter {
  to: string;
  subject: string;
  paragraphs: string[];
  /** The link for the action that the mail asks for. */
  action?: { label: string; url: string };
  /** The text after the link. */
  after?: string[];
  /** In which language it is; English where nothing is said. */
  speaker?: Speaker;
  /** The site that writes; none for what concerns an account. */
  site?: Letterhead;
  attachments?: Attachment[];
}

const LOGO = 'logo@lodge';
const COLOUR = '#2f6fed';
const STYLE = {
  body: 'margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 system-ui,sans-serif;color:#1b2733',
  card: 'max-width:34rem;margin:0 auto;padding:24px 32px;background:#fff;border-radius:6px;border-top:4px solid ',
  button: 'display:inline-block;padding:10px 20px;background:#2f6fed;color:#fff;text-decoration:none;border-radius:4px',
  logo: 'display:block;max-width:240px;max-height:80px;margin-bottom:24px',
  foot: 'margin:32px 0 0;padding-top:16px;border-top:1px solid #dde1e6;font-size:14px;color:#52606d;overflow-wrap:anywhere',
};

const paragraph = (text: string): string => `<p style="overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

const linesOf = (site: Letterhead): string[] => [site.name, ...contactLines(site)];

function footOf(site: Letterhead): string {
  const lines = linesOf(site).flatMap((line) => line.split('\n'));
  return `<p style="${STYLE.foot}">${lines.map(escapeHtml).join('<br>')}</p>`;
}

function htmlOf({ subject, paragraphs, action, after = [], site, speaker = speakerOf('en') }: Letter): string {
  const link =
    action && `<p><a href="${escapeHtml(action.url)}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>`;
  const logo = site?.logo && `<img src="cid:${LOGO}" alt="${escapeHtml(site.name)}" style="${STYLE.logo}">`;
  const parts = [logo, ...paragraphs.map(paragraph), link, ...after.map(paragraph), site && footOf(site)];
  return `<!doctype html>
<html lang="${speaker.language}" dir="${speaker.direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body dir="${speaker.direction}" style="${STYLE.body}"><div style="${STYLE.card}${escapeHtml(site?.colour ?? COLOUR)}">
${parts.filter(Boolean).join('\n')}
</div></body></html>`;
}

const logoOf = (png: Buffer): Attachment => ({
  filename: 'logo.png',
  contentType: 'image/png',
  content: png.toString('base64'),
  encoding: 'base64',
  cid: LOGO,
});

/** A letter as it is sent: text for programs and plain readers, HTML for the others. Nothing in it is loaded from elsewhere. */
export function mailOf(letter: Letter): Mail {
  const { to, subject, paragraphs, action, after = [], site } = letter;
  const foot = site ? [`-- \n${linesOf(site).join('\n')}`] : [];
  const text = [...paragraphs, ...(action ? [action.url] : []), ...after, ...foot].join('\n\n');
  const attachments = [...(site?.logo ? [logoOf(site.logo)] : []), ...(letter.attachments ?? [])];
  return {
    to,
    subject,
    text,
    html: htmlOf(letter),
    headers: { 'Content-Language': letter.speaker?.language ?? 'en' },
    ...(site?.email && { replyTo: site.email }),
    ...(attachments.length > 0 && { attachments }),
  };
}
