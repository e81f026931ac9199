import { contactLines, type Letterhead } from '#libs/core/pages/letterhead';
import { cssColour, html, type Html } from '#libs/documents/html';

/** For the pages that show a letterhead. */
export const LETTERHEAD_STYLE = `
.letterhead{display:flex;justify-content:space-between;align-items:center;gap:10mm;margin-bottom:5mm;padding-bottom:3mm;border-bottom:1.6pt solid var(--house)}
.letterhead>div:first-child{display:flex;align-items:center;gap:5mm}
.letterhead img{display:block;max-width:60mm;max-height:18mm}
.letterhead strong{font-size:12pt;font-weight:600;line-height:1.25;overflow-wrap:anywhere}
.letterhead div+div{flex:none;max-width:75mm;text-align:end;font-size:8.5pt;line-height:1.35;color:#56564f;white-space:pre-line;overflow-wrap:anywhere}`;

/** Logo and name of a site, and how to reach it, at the head of a document; the name alone for a site that has no more. */
export function letterhead(site: Letterhead): Html {
  const { name, logo, colour } = site;
  const contact = contactLines(site).join('\n');
  if (!contact && !logo && !colour) return html`<div class="over"><bdi>${name}</bdi></div>`;
  return html`<div class="letterhead" style="--house:${cssColour(colour ?? '#1d1d1b')}">
    <div>
      ${logo && html`<img src="${`data:image/png;base64,${logo.toString('base64')}`}" alt="" />`}<strong dir="auto"
        >${name}</strong
      >
    </div>
    <div dir="auto">${contact}</div>
  </div>`;
}
