import type { Speaker } from '#libs/core/languages/say';
import { FONT, fontFacesFor } from '#libs/core/pdf/fonts';
import { cssString, html, Html } from '#libs/documents/html';

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

interface PageOptions {
  speaker: Speaker;
  title: string;
  paper: Paper;
  /** The left part of the footer of each page; nothing: the page has no footer. */
  foot: string | null;
  /** The header of each page except the first. */
  runningHead?: string;
  /** Whether the first page is not the first of the document. */
  continued?: boolean;
  style?: string;
}

const BASE = `
*{box-sizing:border-box}
html{font:10.5pt/1.35 ${FONT};color:#1d1d1b;-webkit-print-color-adjust:exact}
body{margin:0}
h1{margin:0;font-size:25pt;line-height:1.1;font-weight:400;letter-spacing:-.01em}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th{font-weight:400;text-align:start}
.over{font-size:8.5pt;font-weight:600;letter-spacing:.09em;text-transform:uppercase;color:#56564f}
.quiet{color:#64645d}
[dir=rtl] .over,[dir=rtl] h1{letter-spacing:0}`;

const marginBox = (name: string, content: string, more = '') =>
  `@${name}{content:${content};font:8pt ${FONT};color:#64645d;${more}}`;

/** The sentence of the page numbers as CSS: its words as strings, the numbers as counters. */
const pageOf = ({ say }: Speaker): string =>
  say('page_of', { page: '{page}', pages: '{pages}' })
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 1 ? `counter(${part})` : cssString(part)))
    .join(' ');

const footOf = (foot: string, speaker: Speaker) => {
  const [start, end] = speaker.direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const box = 'vertical-align:top;padding-top:5mm;';
  return (
    marginBox(`bottom-${start}`, cssString(foot), `${box}text-align:${start};`) +
    marginBox(`bottom-${end}`, pageOf(speaker), `${box}text-align:${end};white-space:nowrap;`)
  );
};

// Should a text ever get out of its escape: no scripts, and nothing from anywhere but the page itself.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'";

/** A whole document to print, with the fonts for its own characters inside. */
export function page(options: PageOptions, body: Html): string {
  const { speaker, title, paper, foot, runningHead, continued, style = '' } = options;
  const start = speaker.direction === 'rtl' ? 'right' : 'left';
  const head = runningHead
    ? marginBox(`top-${start}`, cssString(runningHead), `vertical-align:bottom;padding-bottom:4mm;text-align:${start};`)
    : '';
  const css = `
@page{size:${paper === 'a4' ? 'A4' : 'Letter'};margin:18mm 15mm 19mm;${head}${foot === null ? '' : footOf(foot, speaker)}}
${continued ? '' : '@page :first{margin-top:13mm;@top-left{content:none}@top-right{content:none}}'}
${BASE}${style}`;
  const faces = fontFacesFor(
    `${title}${foot ?? ''}${runningHead ?? ''}${body.text}${speaker.say('page_of')}0123456789`,
  );
  return html`<!doctype html>
    <html lang="${speaker.language}" dir="${speaker.direction}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${POLICY}" />
        <title>${title}</title>
        <style>
          ${new Html(faces + css)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}

/** So many pages with nothing but their foot: what is laid upon the pages of parts that were printed one by one. */
export function footers(pages: number, paper: Paper, speaker: Speaker): string {
  const blanks = Array.from({ length: pages }, () => html`<div>&nbsp;</div>`);
  return page(
    {
      speaker,
      title: '',
      paper,
      foot: speaker.say('confidential'),
      continued: true,
      style: 'div+div{break-before:page}',
    },
    html`${blanks}`,
  );
}
